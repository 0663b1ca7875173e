package dev.loomweight.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmongTest {

    @Test
    void theFirstHasPlainKeysAndTheOnlyOneHasPlainWords() {
        Among only = Among.of("app", 1, false);
        assertThat(only.id("held")).isEqualTo("held");
        assertThat(only.words("Held carriers")).isEqualTo("Held carriers");
    }

    @Test
    void ofSeveralAllAreNamedAndFromTheSecondOnNumbered() {
        assertThat(Among.of("app", 1, true).id("held")).isEqualTo("held");
        assertThat(Among.of("app", 1, true).words("Held carriers")).isEqualTo("app: Held carriers");
        assertThat(Among.of("db", 2, true).id("held")).isEqualTo("held2");
    }

    @Test
    void numberedOnesAlwaysHaveBoth() {
        Among first = Among.numbered("app", 1);
        assertThat(first.id("memory")).isEqualTo("memory1");
        assertThat(first.words("largest stacks")).isEqualTo("app: largest stacks");
    }
}
