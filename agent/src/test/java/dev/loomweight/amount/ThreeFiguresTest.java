package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreeFiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.004, 0",
        "1.2449, 1.24",
        "9.995, 10",
        "37.25, 37.3",
        "99.949, 99.9",
        "1234.5, 1235",
        "1e18, 1000000000000000000"
    })
    void noTrailingZeros(double value, String text) {
        assertThat(ThreeFigures.of(value)).isEqualTo(text);
    }

    /** Halves, whole numbers, both sides of a limit, and the smallest and largest of what there is. */
    private static DoubleStream values() {
        SplittableRandom random = new SplittableRandom(7);
        return DoubleStream.concat(
                DoubleStream.of(
                        0,
                        0.005,
                        0.045,
                        0.5,
                        1.005,
                        99.95,
                        1023.995,
                        1024.005,
                        Double.MIN_VALUE,
                        0x1p-10,
                        0x1p52,
                        1e300),
                IntStream.range(0, 3000).mapToDouble(i -> switch (i % 4) {
                    case 0 -> random.nextDouble() * 100;
                    case 1 -> Math.round(random.nextDouble() * 100_000) / 1000.0;
                    case 2 -> random.nextInt(4096) / (double) (1 << random.nextInt(12));
                    default -> random.nextDouble() * 2e6;
                }));
    }

    @Test
    void decimalNumbersRoundAlike() {
        values().forEach(value -> {
            for (int decimals = 0; decimals <= 2; decimals++) {
                assertThat(ThreeFigures.rounded(value, decimals)).isEqualTo(decimal(value, decimals));
                assertThat(ThreeFigures.rounded(-value, decimals)).isEqualTo(decimal(-value, decimals));
            }
        });
    }

    private static String decimal(double value, int decimals) {
        BigDecimal digits = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP);
        return digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
    }
}
