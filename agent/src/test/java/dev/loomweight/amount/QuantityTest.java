package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A number, or why it is not known. */
class QuantityTest {

    private static final Quantity NO_TEXT = Quantity.unknown("no text has it");

    @Test
    void aNumberThatIsKnownHasNoReason() {
        for (Quantity one : new Quantity[] {
            Quantity.of(-7),
            Quantity.ofNullable(-7L, "not read"),
            Quantity.of(1).minus(Quantity.of(8))
        }) {
            assertThat(one).isEqualTo(Quantity.of(-7));
            assertThat(one.isKnown()).isTrue();
            assertThat(one.known()).isEqualTo(-7);
            assertThat(one.orElse(3)).isEqualTo(-7);
            assertThat(one.reason()).isEmpty();
        }
        assertThat(Quantity.notNegative(0, "not read")).isEqualTo(Quantity.of(0));
    }

    @Test
    void whatIsNotKnownIsNoNumber() {
        for (Quantity one : new Quantity[] {
            NO_TEXT, Quantity.ofNullable(null, "no text has it"), Quantity.notNegative(-1, "no text has it")
        }) {
            assertThat(one).isEqualTo(NO_TEXT).isNotEqualTo(Quantity.of(0)).isNotEqualTo(Quantity.unknown("off"));
            assertThat(one.isKnown()).isFalse();
            assertThat(one.orElse(3)).isEqualTo(3);
            assertThatThrownBy(one::known)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("not known: no text has it");
        }
    }

    @Test
    void aDifferenceNamesTheFirstThatIsNotKnown() {
        assertThat(NO_TEXT.minus(Quantity.unknown("off"))).isEqualTo(NO_TEXT);
        assertThat(NO_TEXT.minus(Quantity.of(1))).isEqualTo(NO_TEXT);
        assertThat(Quantity.of(1).minus(NO_TEXT)).isEqualTo(NO_TEXT);
    }
}
