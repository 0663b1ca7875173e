package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CueTest {

    @ParameterizedTest
    @EnumSource
    void aLineParsesToTheCueThatWroteIt(Cue.Word word) {
        assertThat(Cue.parse(new Cue(word, "3120 of too many").line())).hasValue(new Cue(word, "3120 of too many"));
        assertThat(Cue.parse(new Cue(word, "").line())).hasValue(new Cue(word, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "READY", "hello", "loomweight-cue: ", "loomweight-cue: DANCE now"})
    void anOrdinaryLineIsNoCue(String line) {
        assertThat(Cue.parse(line)).isEmpty();
    }
}
