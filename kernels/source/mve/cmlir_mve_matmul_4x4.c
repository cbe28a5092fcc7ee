/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * The rows are four quarters of equal size, and a tile is one row of each by two columns: eight accumulators, which must be even registers, and four
 * pointers to rows, so that one pointer and one number are left for everything else. Therefore
 *
 *   - depth is cut into parts of at most 64, whose two columns stay in registers and on the stack
 *     while all rows pass by. The first part is `steps` times 16 deep (0..4), and `tail` (0..15)
 *     more; the others are exactly 64 deep and start from the accumulators of the part before. Where
 *     rows go on behind the tail it is one more step, whose columns end in zeros;
 *   - the code of the first part is unrolled and entered in its middle. Dense rows of just 64 have
 *     code of their own, two tiles long: the second takes the steps of column 1 that share q6 in
 *     the other order, so that each is loaded once for both;
 *   - the end of the accumulators is where their address is a multiple of 256;
 *   - all else lies in the stack frame.
 *
 *   r1 r3 r5 r7   the four rows of lhs          q0 q1, q2 q3   columns at the last two steps
 *   r0 r2 r4 r6   accumulators of column 0      q4, q5  column 0 at the two steps before
 *   r8 r10 r12 lr accumulators of column 1      q6      column 1 at these, from the stack
 *   r9            accumulators in memory        q7      a row of lhs
 *   r11           bytes from the end of a row, as far as it was read, to the begin of the next
 *
 * Then the accumulators of all rows are rescaled, four rows and four columns at a time, with rows in
 * the lanes, so that a column's multiplier and shift are scalars:
 *
 *   r0..r3 multipliers   r4..r7 shifts   r8 accumulators   r9 out   r10 output offset
 *   r11 step of out   r12 terms or table   lr groups   q5 row offsets   q6 q7 activation bounds
 *
 * Places in the stack frame; from LHS on they are the members of the arguments in their order.
 */
#define START "0" /* eight start values */
#define COLUMN_1_STEP_3 "32"
#define COLUMN_1_STEP_4 "64"
#define COLUMN_0_TAIL "80"
#define COLUMN_1_TAIL "96"
#define ENTRY "112"      /* of the unrolled code for the rows */
#define LOAD_ENTRY "116" /* of that for the columns */
#define FIRST "120"      /* depth of the first part */
#define LEFT "124"       /* parts left */
#define NEXT_PART "128"         /* depth where it begins */
#define PAIR_ACC "132"   /* accumulators of the pair of columns */
#define PAIRS_LEFT "136"
#define BACK "140" /* r11 in the first part */
#define LHS "144"
#define LHS_STRIDE "148"
#define LHS_QUARTER "152"
#define RHS "156"
#define RHS_STRIDE "160"
#define STARTS "164"
#define START_STEP "168"
#define STEPS "172"
#define TAIL "176"
#define MORE "180"
#define QUADS "184"
#define SCALES "188" /* multipliers, shifts */
#define SCALE_STEP "196"
#define OUT "200"
#define ACC "204" /* acc, output_offset, out_step, terms, groups */
#define TERMS "216"
#define KIND "224"
#define ROW_OFFSET "228"
#define BOUNDS "244"
#define START_PAIR_2 "280" /* eight start values */
#define QUAD_ENTRY "312"   /* of the code for four columns */
#define FRAME "320"
_Static_assert(sizeof(cmlir_mve_matmul_4x4_args) == 276 - 144, "see LHS, START_PAIR_2");

#define ACCUMULATORS "{r0, r2, r4, r6, r8, r10, r12, lr}"

#define ROW(row, accumulator_0, accumulator_1, column_0, column_1)                                 \
    "vldrb.u8 q7, " row "\n"                                                                       \
    "vmladava.s8 " accumulator_0 ", q7, " column_0 "\n"                                            \
    "vmladava.s8 " accumulator_1 ", q7, " column_1 "\n"

/* 12 instructions; the rows are read at [pointer AT */
#define STEP(column_0, column_1) STEP_AT("], #16", column_0, column_1)
#define STEP_AT(AT, column_0, column_1)                                                            \
    ROW("[r1" AT, "r0", "r8", column_0, column_1)                                                  \
    ROW("[r3" AT, "r2", "r10", column_0, column_1)                                                 \
    ROW("[r5" AT, "r4", "r12", column_0, column_1)                                                 \
    ROW("[r7" AT, "r6", "lr", column_0, column_1)

/* 13, 13, 12 and 12 instructions; counted in `entries` below */
#define FOUR_STEPS STEP_4 THREE_STEPS
#define THREE_STEPS STEP_3 STEP("q2", "q3") STEP("q0", "q1")
/* q6 as the first two steps leave it is what they begin with in the other order. */
#define FOUR_STEPS_3_BEFORE_4                                                                      \
    STEP_AT(", #16]", "q4", "q6")                                                                  \
    "vldrw.u32 q6, [sp, #" COLUMN_1_STEP_4 "]\n" STEP_AT("], #32", "q5", "q6")                     \
    STEP("q2", "q3") STEP("q0", "q1")
#define STEP_4 "vldrw.u32 q6, [sp, #" COLUMN_1_STEP_4 "]\n" STEP("q5", "q6")
#define STEP_3 "vldrw.u32 q6, [sp, #" COLUMN_1_STEP_3 "]\n" STEP("q4", "q6")

/* 3, 3, 2 and 2 instructions: the columns at r3 and r5 */
#define LOAD_FOUR_STEPS                                                                            \
    LOAD_THREE_STEPS                                                                               \
    "vldrb.u8 q0, [r3], #16\n"                                                                     \
    "vldrb.u8 q1, [r5], #16\n"

/* The same if the last step is masked: one more for it */
#define LOAD_MASKED_STEPS                                                                          \
    LOAD_THREE_STEPS                                                                               \
    "vpstt\n"                                                                                      \
    "vldrbt.u8 q0, [r3]\n"                                                                         \
    "vldrbt.u8 q1, [r5]\n"

#define LOAD_THREE_STEPS                                                                           \
    "vldrb.u8 q5, [r3], #16\n"                                                                     \
    "vldrb.u8 q6, [r5], #16\n"                                                                     \
    "vstrw.32 q6, [sp, #" COLUMN_1_STEP_4 "]\n"                                                    \
    "vldrb.u8 q4, [r3], #16\n"                                                                     \
    "vldrb.u8 q6, [r5], #16\n"                                                                     \
    "vstrw.32 q6, [sp, #" COLUMN_1_STEP_3 "]\n"                                                    \
    "vldrb.u8 q2, [r3], #16\n"                                                                     \
    "vldrb.u8 q3, [r5], #16\n"

/* The predicate is that of the tail throughout. */
#define TAIL_STEP                                                                                  \
    "vldrw.u32 q5, [sp, #" COLUMN_0_TAIL "]\n"                                                     \
    "vldrw.u32 q6, [sp, #" COLUMN_1_TAIL "]\n"                                                     \
    "vpstttt\n"                                                                                    \
    "vldrbt.u8 q7, [r1]\n"                                                                         \
    "vmladavat.s8 r0, q7, q5\n"                                                                    \
    "vmladavat.s8 r8, q7, q6\n"                                                                    \
    "vldrbt.u8 q7, [r3]\n"                                                                         \
    "vpstttt\n"                                                                                    \
    "vmladavat.s8 r2, q7, q5\n"                                                                    \
    "vmladavat.s8 r10, q7, q6\n"                                                                   \
    "vldrbt.u8 q7, [r5]\n"                                                                         \
    "vmladavat.s8 r4, q7, q5\n"                                                                    \
    "vpstttt\n"                                                                                    \
    "vmladavat.s8 r12, q7, q6\n"                                                                   \
    "vldrbt.u8 q7, [r7]\n"                                                                         \
    "vmladavat.s8 r6, q7, q5\n"                                                                    \
    "vmladavat.s8 lr, q7, q6\n"

/* Stores a tile and goes on to the next rows; the flags say whether there are any. */
#define NEXT_ROWS "stm r9!, " ACCUMULATORS "\n" ADVANCE("r11") "tst r9, #255\n"

#define ADVANCE(bytes)                                                                             \
    "add r1, r1, " bytes "\n"                                                                      \
    "add r3, r3, " bytes "\n"                                                                      \
    "add r5, r5, " bytes "\n"                                                                      \
    "add r7, r7, " bytes "\n"

/* The same where the end of a row is the begin of the next */
#define NEXT_DENSE_ROWS "stm r9!, " ACCUMULATORS "\ntst r9, #255\n"

/* Eight products of four rows in q4..q7 */
#define MULTIPLY_ROWS(column_0, column_1)                                                          \
    "vmladava.s8 r0, q4, " column_0 "\n"                                                           \
    "vmladava.s8 r8, q4, " column_1 "\n"                                                           \
    "vmladava.s8 r2, q5, " column_0 "\n"                                                           \
    "vmladava.s8 r10, q5, " column_1 "\n"                                                          \
    "vmladava.s8 r4, q6, " column_0 "\n"                                                           \
    "vmladava.s8 r12, q6, " column_1 "\n"                                                          \
    "vmladava.s8 r6, q7, " column_0 "\n"                                                           \
    "vmladava.s8 lr, q7, " column_1 "\n"

/* Start values of a pair from r0 on, which goes on by r1, to the frame */
#define COPY_STARTS(place)                                                                         \
    "ldrd r2, r3, [r0]\n"                                                                          \
    "add r0, r0, r1\n"                                                                             \
    "vdup.32 q0, r2\n"                                                                             \
    "vdup.32 q1, r3\n"                                                                             \
    "vstrw.32 q0, [sp, #" place "]\n"                                                              \
    "vstrw.32 q1, [sp, #" place " + 16]\n"

/* r3 and r5 to the columns of the pair, r2 to LHS_QUARTER */
#define COLUMNS                                                                                    \
    "ldrd r2, r3, [sp, #" LHS_QUARTER "]\n"                                                         \
    "ldr r4, [sp, #" RHS_STRIDE "]\n"                                                              \
    "add r5, r3, r4\n"

/* From the first row at r1, and LHS_QUARTER in r2 */
#define ROWS                                                                                       \
    "ldr r9, [sp, #" PAIR_ACC "]\n"                                                                \
    "add r3, r1, r2\n"                                                                             \
    "add r5, r3, r2\n"                                                                             \
    "add r7, r5, r2\n"

#define PAIR "#256" /* bytes from a pair of columns to the next */
_Static_assert(CMLIR_MVE_PAIR_WORDS * sizeof(int32_t) == 256, "see PAIR");

#define COLUMN(address, ADD, RESCALE, q, multiplier, shift)                                        \
    "vldrw.u32 q0, " address "\n" ADD RESCALE(q, "q0", multiplier, shift)

/* For shifts of 0 */
#define MULTIPLY(q, x, multiplier, shift) "vqrdmulh.s32 " q ", " x ", " multiplier "\n"

/* The columns 0..3 are interleaved by narrowing them in the pairs (0, 2) and (1, 3). ADD adds the
 * terms in q4, which column 3 then overwrites; WRITE narrows the pairs to bytes. */
#define FOUR_ROWS(ADD, RESCALE, WRITE)                                                             \
    COLUMN("[r8, #16]", ADD, RESCALE, "q2", "r1", "r5")                                            \
    COLUMN("[r8, " PAIR "]", ADD, RESCALE, "q3", "r2", "r6")                                       \
    COLUMN("[r8], #32", ADD, RESCALE, "q1", "r0", "r4")                                            \
    COLUMN("[r8, " PAIR " - 16]", ADD, RESCALE, "q4", "r3", "r7")                                  \
    "vqmovnb.s32 q1, q1\n"                                                                         \
    "vqmovnb.s32 q2, q2\n"                                                                         \
    "vqmovnt.s32 q1, q3\n"                                                                         \
    "vqmovnt.s32 q2, q4\n"                                                                         \
    "vqadd.s16 q1, q1, r10\n"                                                                      \
    "vqadd.s16 q2, q2, r10\n"                                                                      \
    WRITE                                                                                          \
    "add r9, r9, r11\n"

#define TO_CODES(CLAMP)                                                                            \
    "vqmovnb.s16 q1, q1\n"                                                                         \
    "vqmovnt.s16 q1, q2\n" CLAMP "vstrw.32 q1, [r9, q5]\n"

#define TO_BOUNDS                                                                                  \
    "vmax.s8 q1, q1, q6\n"                                                                         \
    "vmin.s8 q1, q1, q7\n"

/* The output offset is 128 more than that of the codes: they become places in the table. */
#define BY_TABLE                                                                                   \
    "vqmovunb.s16 q1, q1\n"                                                                        \
    "vqmovunt.s16 q1, q2\n"                                                                        \
    "vldrb.u8 q2, [r12, q1]\n"                                                                     \
    "vstrw.32 q2, [r9, q5]\n"

/* The loops of a kind of rescaling: plain, with bounds, with terms and bounds, with a table; see
 * `kind`. */
#define RESCALE_ALL_ROWS(label, RESCALE)                                                           \
    label "0:\n" FOUR_ROWS("", RESCALE, TO_CODES("")) "le lr, " label "0b\n"                       \
    "b.w 18f\n" label "1:\n" FOUR_ROWS("", RESCALE, TO_CODES(TO_BOUNDS)) "le lr, " label "1b\n"   \
    "b.w 18f\n" label "2:\n"                                                                       \
    "ldr r12, [sp, #" TERMS "]\n" label "3:\n"                                                     \
    "vldrw.u32 q4, [r12], #16\n"                                                                   \
    FOUR_ROWS("vadd.i32 q0, q0, q4\n", RESCALE, TO_CODES(TO_BOUNDS)) "le lr, " label "3b\n"        \
    "b.w 18f\n" label "4:\n"                                                                       \
    "ldr r12, [sp, #" TERMS "]\n" label "5:\n"                                                     \
    FOUR_ROWS("", RESCALE, BY_TABLE) "le lr, " label "5b\n"

CMLIR_MVE_NAKED void cmlir_mve_matmul_4x4(const cmlir_mve_matmul_4x4_args *args
                                          __attribute__((unused)))
{
    __asm__ volatile(
        "push {r4-r11, lr}\n"
        "vpush {d8-d15}\n"
        "sub sp, sp, #" FRAME "\n"
        "add r11, sp, #" LHS "\n"
        "ldm r0!, {r1-r10, r12}\n" /* lhs stride quarter rhs stride starts step steps tail .. */
        "stm r11!, {r1-r10, r12}\n"
        "adr.w r7, 2f\n" /* the end of the code for columns, */
        "movs r12, #0\n"
        "cmp r9, #0\n"
        "bge 22f\n"
        "adr.w r7, 23f\n" /* of that for a last step of which some is masked, */
        "movs r12, #1\n"  /* which has an instruction more */
        "rsbs r9, r9, #0\n"
        "22:\n"
        "vctp.8 r9\n"
        "cmp r12, #0\n"
        "itt ne\n"
        "addne r8, r8, #1\n"
        "movne r9, #0\n"
        "sub r1, r2, r8, lsl #4\n" /* BACK */
        "add r2, r9, r8, lsl #4\n" /* FIRST */
        "str r1, [sp, #" BACK "]\n"
        "str r2, [sp, #" FIRST "]\n"
        "adr.w r3, 10f\n"
        "adr.w r4, 28f\n"
        "sub r6, r2, #1\n"
        "orr r6, r6, r10, lsl #4\n"
        "cmp r6, #16\n" /* no parts, and 1..16 deep? */
        "it lo\n"
        "movlo r3, r4\n"
        "orr r3, r3, #1\n"
        "str r3, [sp, #" QUAD_ENTRY "]\n"
        "adr.w r3, 4f\n" /* the end of the unrolled steps, of dense rows in one part, */
        "adr.w r4, 5f\n"
        "orrs lr, r1, r10\n"
        "it ne\n"
        "movne r3, r4\n" /* of others, */
        "adr.w r4, 6f\n"
        "cmp r9, #0\n"
        "it ne\n"
        "movne r3, r4\n" /* and with a tail */
        "adr.w r5, 20f\n" /* entries */
        "ldrb r6, [r5, r8]\n"
        "add r5, r5, #5\n"
        "ldrb r5, [r5, r8]\n"
        "add r5, r5, r12\n"
        "sub r3, r3, r6, lsl #2\n"
        "sub r4, r7, r5, lsl #2\n"
        "cmp lr, #0\n"
        "it eq\n"
        "cmpeq r8, #4\n"
        "bne 29f\n"
        "ldr r6, [r0, #16]\n" /* acc, which tells whether the tiles are even in number */
        "adr.w r3, 25f\n"
        "adr.w r5, 24f\n"
        "tst r6, #32\n"
        "it ne\n"
        "movne r3, r5\n"
        "29:\n"
        "orr r3, r3, #1\n" /* Thumb */
        "orr r4, r4, #1\n"
        "strd r3, r4, [sp, #" ENTRY "]\n"
        "ldm r0!, {r1-r10}\n" /* multipliers shifts step out acc offset step terms groups kind */
        "stm r11!, {r1-r10}\n"
        "vldrw.u32 q0, [r0], #16\n"
        "vldrw.u32 q1, [r0], #16\n"
        "vldrw.u32 q2, [r0], #16\n"
        "vstrw.32 q0, [r11], #16\n"
        "vstrw.32 q1, [r11], #16\n"
        "vstrw.32 q2, [r11], #16\n"
        "b.w 9f\n"

        ".balign 4\n"
        "20:\n" /* instructions of FOUR_STEPS and LOAD_FOUR_STEPS from where they are entered */
        ".byte 0, 12, 24, 37, 50\n"
        ".byte 0, 2, 4, 7, 10\n"
        ".balign 4\n"

        "9:\n" /* four columns */
        "ldr r3, [sp, #" ACC "]\n"
        "movs r4, #2\n"
        "strd r3, r4, [sp, #" PAIR_ACC "]\n"
        "ldr pc, [sp, #" QUAD_ENTRY "]\n"

        ".balign 4\n"
        "28:\n" /* at most 16 deep: four columns at once */
        "ldr r4, [sp, #" FIRST "]\n"
        "ldrd r0, r1, [sp, #" STARTS "]\n"
        "vctp.8 r4\n" COPY_STARTS(START) COPY_STARTS(START_PAIR_2) "str r0, [sp, #" STARTS "]\n" COLUMNS
        "add r6, r5, r4\n"
        "add r7, r6, r4\n"
        "vpstttt\n"
        "vldrbt.u8 q0, [r3]\n"
        "vldrbt.u8 q1, [r5]\n"
        "vldrbt.u8 q2, [r6]\n"
        "vldrbt.u8 q3, [r7]\n"
        "add r7, r7, r4\n"
        "str r7, [sp, #" RHS "]\n"
        "ldr r1, [sp, #" LHS "]\n" ROWS "add r11, r9, " PAIR "\n"
        "8:\n"
        "ldm sp, " ACCUMULATORS "\n"
        "vpstttt\n"
        "vldrbt.u8 q4, [r1]\n"
        "vldrbt.u8 q5, [r3]\n"
        "vldrbt.u8 q6, [r5]\n"
        "vldrbt.u8 q7, [r7]\n" MULTIPLY_ROWS("q0", "q1") "stm r9!, " ACCUMULATORS "\n"
        "add r0, sp, #" START_PAIR_2 "\n"
        "ldm r0, " ACCUMULATORS "\n" MULTIPLY_ROWS("q2", "q3") "stm r11!, " ACCUMULATORS "\n"
        "ldr r0, [sp, #" LHS_STRIDE "]\n" ADVANCE("r0") "tst r9, #255\n"
        "bne.w 8b\n"
        "b.w 7f\n"

        ".balign 4\n"
        "10:\n" /* a pair of columns */
        "ldrd r0, r1, [sp, #" STARTS "]\n" COPY_STARTS(START) "str r0, [sp, #" STARTS "]\n" COLUMNS "ldr r0, [sp, #" TAIL "]\n"
        "ldr pc, [sp, #" LOAD_ENTRY "]\n"

        ".balign 4\n" LOAD_MASKED_STEPS ".balign 4\n"
        "23:\n"
        "b.w 3f\n"
        ".balign 4\n" LOAD_FOUR_STEPS ".balign 4\n"
        "2:\n"
        "cbz r0, 3f\n"
        "vpstt\n"
        "vldrbt.u8 q5, [r3]\n"
        "vldrbt.u8 q6, [r5]\n"
        "vstrw.32 q5, [sp, #" COLUMN_0_TAIL "]\n"
        "vstrw.32 q6, [sp, #" COLUMN_1_TAIL "]\n"
        "3:\n"
        "ldrd r11, r1, [sp, #" BACK "]\n" ROWS

        "11:\n" /* four rows of the first part */
        "ldm sp, " ACCUMULATORS "\n"
        "ldr pc, [sp, #" ENTRY "]\n"
        ".balign 4\n"
        "24:\n" /* two tiles of dense rows, four steps: from the second on, */
        "vldrw.u32 q6, [sp, #" COLUMN_1_STEP_4 "]\n"
        "b.w 27f\n"
        "26:\n"
        "ldm sp, " ACCUMULATORS "\n"
        ".balign 4\n"
        "25:\n" /* and from the first on */
        FOUR_STEPS_3_BEFORE_4 "stm r9!, " ACCUMULATORS "\n"
        "ldm sp, " ACCUMULATORS "\n"
        "27:\n" STEP("q5", "q6") THREE_STEPS NEXT_DENSE_ROWS "bne.w 26b\n"
        "b.w 15f\n"
        ".balign 4\n" THREE_STEPS ".balign 4\n"
        "4:\n" NEXT_DENSE_ROWS "bne.w 11b\n"
        "b.w 15f\n"
        ".balign 4\n" FOUR_STEPS ".balign 4\n"
        "5:\n" NEXT_ROWS "bne.w 11b\n"
        "b.w 12f\n"
        ".balign 4\n" THREE_STEPS ".balign 4\n"
        "6:\n" TAIL_STEP NEXT_ROWS "bne.w 11b\n"

        "12:\n" /* further parts */
        "ldr r6, [sp, #" MORE "]\n"
        "cmp r6, #0\n"
        "beq.w 15f\n"
        "ldr r7, [sp, #" FIRST "]\n"
        "13:\n"
        "strd r6, r7, [sp, #" LEFT "]\n" COLUMNS "add r3, r3, r7\n"
        "add r5, r5, r7\n" LOAD_FOUR_STEPS "ldr r1, [sp, #" LHS "]\n"
        "add r1, r1, r7\n"
        "ldr r11, [sp, #" LHS_STRIDE "]\n"
        "sub r11, r11, #64\n" ROWS

        "14:\n" /* four rows of a further part */
        "ldm r9, " ACCUMULATORS "\n" FOUR_STEPS NEXT_ROWS "bne.w 14b\n"
        "ldrd r6, r7, [sp, #" LEFT "]\n"
        "add r7, r7, #64\n"
        "subs r6, r6, #1\n"
        "bne.w 13b\n"

        "15:\n" /* the next pair */
        "ldrd r3, r4, [sp, #" RHS "]\n"
        "add r3, r3, r4, lsl #1\n"
        "str r3, [sp, #" RHS "]\n"
        "ldrd r3, r4, [sp, #" PAIR_ACC "]\n"
        "add r3, r3, " PAIR "\n"
        "subs r4, r4, #1\n"
        "strd r3, r4, [sp, #" PAIR_ACC "]\n"
        "bne.w 10b\n"

        "7:\n"
        "ldrd r0, r1, [sp, #" SCALES "]\n"
        "cmp r0, #0\n"
        "beq.w 18f\n" /* only the accumulators are wanted */
        "ldrd r2, r9, [sp, #" SCALE_STEP "]\n"
        "add r10, r0, r2\n"
        "add r11, r1, r2\n"
        "strd r10, r11, [sp, #" SCALES "]\n"
        "add r8, r9, #4\n"
        "str r8, [sp, #" OUT "]\n"
        "ldm r1, {r4-r7}\n"
        "ldm r0, {r0-r3}\n"
        "vldrw.u32 q5, [sp, #" ROW_OFFSET "]\n"
        "vldrw.u32 q6, [sp, #" BOUNDS "]\n"
        "vldrw.u32 q7, [sp, #" BOUNDS " + 16]\n"
        "add r8, sp, #" ACC "\n"
        "ldm r8, {r8, r10-r12, lr}\n"
        "ldr r12, [sp, #" KIND "]\n"
        "dls lr, lr\n"
        "tbh [pc, r12, lsl #1]\n"
        "21:\n"
        ".short (300f - 21b) / 2, (301f - 21b) / 2, (302f - 21b) / 2, (304f - 21b) / 2\n"
        ".short (310f - 21b) / 2, (311f - 21b) / 2, (312f - 21b) / 2, (314f - 21b) / 2\n"
        RESCALE_ALL_ROWS("30", CMLIR_MVE_RESCALE_RIGHT) "b.w 18f\n"
        RESCALE_ALL_ROWS("31", MULTIPLY)

        "18:\n"
        "ldr r0, [sp, #" QUADS "]\n"
        "subs r0, r0, #1\n"
        "str r0, [sp, #" QUADS "]\n"
        "bne.w 9b\n"
        "add sp, sp, #" FRAME "\n"
        "vpop {d8-d15}\n"
        "pop {r4-r11, pc}\n");
}

#endif
