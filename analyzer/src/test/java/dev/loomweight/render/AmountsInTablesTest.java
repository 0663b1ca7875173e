package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** An amount reads the same wherever it stands: in a table, a chart or a sentence. */
class AmountsInTablesTest {

    @Test
    void anAmountReadsInATableAsItReadsInASentence() {
        amounts().forEach(amount -> {
            assertThat(CellText.of(Cell.bytes(amount))).hasToString(Amounts.bytes(amount));
            assertThat(CellText.of(new Cell.Nanos(amount))).hasToString(Amounts.time(amount));
            assertThat(CellText.of(Cell.count(amount))).hasToString(Amounts.count(amount));
        });
    }

    @Test
    void aPartReadsInATableAsItReadsInASentence() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            double part = random.nextGaussian() * Math.pow(10, random.nextInt(9) - 6.0);
            assertThat(CellText.of(new Cell.Ratio(part))).hasToString(Amounts.percent(part));
        }
    }

    /** Numbers of every magnitude, and those around each step of the units. */
    static LongStream amounts() {
        Random random = new Random(42);
        LongStream steps = LongStream.of(
                        0, 1_000, 999_500, 999_500_000, 59_950_000_000L, 60_000_000_000L, 3_600_000_000_000L)
                .flatMap(step -> LongStream.rangeClosed(step - 3, step + 3));
        LongStream binary =
                LongStream.range(0, 63).flatMap(power -> LongStream.of((1L << power) - 1, 1L << power, 1000L << power));
        LongStream any = LongStream.generate(() -> random.nextLong() >> random.nextInt(64))
                .limit(5000);
        return LongStream.concat(LongStream.concat(steps, binary), any);
    }
}
