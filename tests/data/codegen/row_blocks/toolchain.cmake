# Written by cmlir. Builds for the cortex-m55:
#   cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=toolchain.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m55)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard")
set(CMAKE_CXX_FLAGS_INIT "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard")
set(CMAKE_ASM_FLAGS_INIT "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard")
# Bare-metal toolchains cannot link a test program without a board.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
