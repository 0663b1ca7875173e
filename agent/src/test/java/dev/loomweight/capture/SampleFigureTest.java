package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.SampleFigure.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleFigureTest {

    @ParameterizedTest
    @EnumSource
    void aCueParsesToTheFigureThatMadeIt(Unit unit) {
        SampleFigure figure = new SampleFigure("heapEach", unit, unit.isNumber() ? "1234567890123" : "first / second");

        assertThat(Cue.parse(figure.cue().line()))
                .hasValueSatisfying(
                        cue -> assertThat(SampleFigure.parse(cue.rest())).hasValue(figure));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "heap", "heap METRES 3", "heap BYTES", "heap BYTES 3 MB", "Heap BYTES 3", "a b NANOS 1"})
    void whatIsNoFigureIsNone(String said) {
        assertThat(SampleFigure.parse(said)).isEmpty();
    }

    @Test
    void noFigureIsMadeOfWhatIsNone() {
        assertThatThrownBy(() -> new SampleFigure("heap", Unit.BYTES, "much"))
                .hasMessageContaining("is not an integer");
        assertThatThrownBy(() -> new SampleFigure("the heap", Unit.BYTES, "1"))
                .hasMessageContaining("invalid figure key");
    }
}
