package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphicTest {

    @ParameterizedTest
    @CsvSource({"0, ''", "1, ████", "0.5, ██", "0.53125, ██▏", "0.96875, ███▉", "0.0001, ▏", "7, ████"})
    void barsAreExactToAnEighthAndNeverHideWhatIsThere(double part, String bar) {
        assertThat(Graphic.bar(part).draw(4)).isEqualTo(bar);
    }

    @Test
    void sparklinesReachFromTheSmallestToTheLargest() {
        assertThat(Graphic.sparkline(List.of(
                        OptionalDouble.empty(),
                        OptionalDouble.of(-7),
                        OptionalDouble.of(0),
                        OptionalDouble.of(7),
                        OptionalDouble.of(-7))))
                .isEqualTo(" ▁▅█▁");
    }

    @ParameterizedTest
    @CsvSource({
        "'0 0 0', ▁▁▁",
        "'0 1 100', ▁▂█",
        "'0 100 0', ▁█▁",
        "'5 5 5', ▅▅▅",
        "'5 6 7', ▁▅█",
        "'3', ''",
    })
    void onlyAZeroIsAsLowAsCanBeWhereThereIsOneAndOneValueIsNoLine(String values, String drawn) {
        assertThat(Graphic.sparkline(
                        Stream.of(values.split(" ")).map(Double::valueOf).toList(), 10))
                .isEqualTo(drawn);
    }
}
