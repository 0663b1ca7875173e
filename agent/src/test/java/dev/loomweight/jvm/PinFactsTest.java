package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.jvm.PinFacts.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the event of a pin says. */
class PinFactsTest {

    private static final long SHORT = 999_999;
    private static final long LONG = 1_000_000;

    @ParameterizedTest
    @EnumSource
    void anEventIsFoundByItsType(Event event) {
        assertThat(Event.of(event.eventType())).isEqualTo(event);
    }

    @Test
    void noOtherEventRecordsPins() {
        assertThatThrownBy(() -> Event.of("jdk.ThreadPark"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdk.ThreadPark");
    }

    @Test
    void whatAPollerWaitsForIsTheJvmsOwnAndHasNoMonitor() {
        assertThat(PinFacts.enter("SubPoller-3", "com.acme.Cart", LONG))
                .isEqualTo(new PinFacts(Event.ENTER, null, null, null, true));
        assertThat(PinFacts.wait("SubPoller-3", "com.acme.Cart"))
                .isEqualTo(new PinFacts(Event.WAIT, null, null, null, true));
        assertThat(PinFacts.pinned("SubPoller-3", null, null).jvmOwn()).isTrue();
        assertThat(PinFacts.wait("worker", "com.acme.Cart"))
                .isEqualTo(new PinFacts(Event.WAIT, null, null, "com.acme.Cart", false));
        assertThat(PinFacts.pinned(null, "LockSupport.park", "any").jvmOwn()).isFalse();
    }

    @Test
    void aShortWaitForAClassLockIsPerhapsTheJvmsOwn() {
        assertThat(PinFacts.enter(null, "[I", SHORT).isPerhapsOwn()).isTrue();
        assertThat(PinFacts.enter(null, "[I", LONG).isPerhapsOwn()).isFalse();
        assertThat(PinFacts.enter(null, "com.acme.Cart", SHORT).isPerhapsOwn()).isFalse();
        PinFacts pinned = PinFacts.pinned(null, PinFacts.ENTER_OPERATION, "refused");
        assertThat(pinned.waitingFor("[I", SHORT).isPerhapsOwn()).isTrue();
        assertThat(pinned.waitingFor("[I", LONG).isPerhapsOwn()).isFalse();
        assertThat(pinned.waitingFor("[I", LONG).withoutMonitor()).isEqualTo(pinned);
        assertThat(PinFacts.pinned(null, PinFacts.WAIT_OPERATION, "refused")
                        .waitingFor("[I", SHORT)
                        .jvmOwn())
                .isFalse();
        // A poller's pin stays the JVM's own.
        assertThat(PinFacts.pinned("SubPoller-1", PinFacts.WAIT_OPERATION, null)
                        .waitingFor("com.acme.Cart", LONG)
                        .jvmOwn())
                .isTrue();
    }

    @Test
    void aNameOfAHiddenClassIsStable() {
        assertThat(PinFacts.enter(null, "com.acme.Cart$$Lambda+0x00007f00/123", LONG)
                        .monitorClass())
                .isEqualTo("com.acme.Cart$$Lambda");
        assertThat(PinFacts.enter(null, null, LONG).monitorClass()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // event, operation; the event of its wait, contended, contended in Object.wait, has a reason
                "PINNED, -, -, false, false, false",
                "PINNED, LockSupport.park, -, false, false, true",
                "PINNED, Contended monitor enter, ENTER, true, true, true",
                "PINNED, Object.wait, WAIT, false, false, true",
                "ENTER, -, -, true, false, false",
                "WAIT, -, -, false, false, false"
            })
    void anOperationLeavesAnEventOfItsWait(
            Event event,
            @Nullable String operation,
            @Nullable Event wait,
            boolean contended,
            boolean in,
            boolean reason) {
        PinFacts facts = new PinFacts(event, operation, null, null, false);

        assertThat(facts.waitsIn()).isEqualTo(wait);
        assertThat(facts.isContended(false)).isEqualTo(contended);
        assertThat(facts.isContended(true)).isEqualTo(in);
        assertThat(facts.hasReason()).isEqualTo(reason);
        assertThat(new PinFacts(event, null, "why", null, false).hasReason()).isTrue();
    }

    @Test
    void theirOrderIsThatOfTheirPartsAndWhatIsMissingIsFirst() {
        List<PinFacts> sorted = List.of(
                new PinFacts(Event.PINNED, null, null, null, false),
                new PinFacts(Event.PINNED, null, null, null, true),
                new PinFacts(Event.PINNED, null, null, "a", false),
                new PinFacts(Event.PINNED, null, null, "b", false),
                new PinFacts(Event.PINNED, null, "a", null, false),
                new PinFacts(Event.PINNED, null, "b", null, false),
                new PinFacts(Event.PINNED, "a", null, null, false),
                new PinFacts(Event.PINNED, "b", null, null, false),
                new PinFacts(Event.ENTER, null, null, null, false));

        for (int i = 0; i < sorted.size(); i++) {
            for (int k = 0; k < sorted.size(); k++) {
                assertThat(Integer.signum(sorted.get(i).compareTo(sorted.get(k))))
                        .isEqualTo(Integer.compare(i, k));
                assertThat(sorted.get(i).equals(sorted.get(k))).isEqualTo(i == k);
            }
        }
        PinFacts same = new PinFacts(Event.PINNED, new String("a"), new String("r"), new String("m"), false);
        assertThat(same)
                .isEqualTo(new PinFacts(Event.PINNED, "a", "r", "m", false))
                .hasSameHashCodeAs(new PinFacts(Event.PINNED, "a", "r", "m", false))
                .doesNotHaveSameHashCodeAs(new PinFacts(Event.PINNED, "a", "r", "n", false))
                .isNotEqualTo("a");
    }
}
