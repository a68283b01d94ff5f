from config import late

late.stand_in()
