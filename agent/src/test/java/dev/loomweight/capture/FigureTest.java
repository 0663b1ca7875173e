package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.Figure.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FigureTest {

    @ParameterizedTest
    @EnumSource
    void aCueParsesToTheFigureThatMadeIt(Unit unit) {
        Figure figure = new Figure("heapEach", unit, unit.isNumber() ? "1234567890123" : "first / second");

        assertThat(Cue.parse(figure.cue().line()))
                .hasValueSatisfying(cue -> assertThat(Figure.parse(cue.rest())).hasValue(figure));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "heap", "heap METRES 3", "heap BYTES", "heap BYTES 3 MB", "Heap BYTES 3", "a b NANOS 1"})
    void whatIsNoFigureIsNone(String said) {
        assertThat(Figure.parse(said)).isEmpty();
    }

    @Test
    void noFigureIsMadeOfWhatIsNone() {
        assertThatThrownBy(() -> new Figure("heap", Unit.BYTES, "much")).hasMessageContaining("is not an integer");
        assertThatThrownBy(() -> new Figure("the heap", Unit.BYTES, "1")).hasMessageContaining("invalid figure key");
    }
}
