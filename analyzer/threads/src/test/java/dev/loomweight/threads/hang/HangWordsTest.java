package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HangWordsTest {

    /** A thread of native code has no frame to name. */
    @Test
    void whereAThreadIsReadsAsASentence() {
        assertThat("waits " + HangWords.at("Cart.add (Cart.java:12)")).isEqualTo("waits at Cart.add (Cart.java:12)");
        assertThat("waits " + HangWords.at(HangWords.shortFrame(null)))
                .isEqualTo("waits without a Java frame on the stack");
    }
}
