package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.CauseKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which pins get a line, by events with times of their own. */
class PinWarningsTest {

    private static final long MS = 1_000_000;
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long MINUTE = 60_000 * MS;

    private final List<String> lines = new ArrayList<>();
    private final PinWarnings warnings = new PinWarnings(lines::add, 20 * MS, START, 3);

    private static PinSite site(CauseKind cause, String method) {
        return new PinSite(cause, method, null, method + ":7");
    }

    @Test
    void theFirstLongPinOfASiteIsALineWithItsLength() {
        PinSite cart = site(CauseKind.MONITOR, "a.Cart.add");
        warnings.add(cart, START, 20 * MS - 1);
        assertThat(lines).isEmpty();
        warnings.add(cart, START, 20 * MS);
        warnings.add(cart, START, 700 * MS);
        warnings.add(site(CauseKind.OBJECT_WAIT, "a.Cart.add"), START, 1_234 * MS);
        warnings.add(withHolder("a.Dao.load:7"), START, 12_345 * MS);

        assertThat(lines)
                .containsExactly(
                        "virtual threads are pinned for 20 ms (monitor) at a.Cart.add:7",
                        "virtual threads are pinned for 1.23 s (objectWait) at a.Cart.add:7",
                        "virtual threads are pinned for 12.3 s (synchronizedMethod, held by a.Dao.load:7) in a.Dao.load");

        // The bound on sites is one on lines.
        warnings.add(site(CauseKind.MONITOR, "a.Fourth.site"), START, 700 * MS);
        assertThat(lines).hasSize(3);
    }

    private static PinSite withHolder(@Nullable String holder) {
        return new PinSite(CauseKind.SYNCHRONIZED_METHOD, "a.Dao.load", holder, "");
    }

    /** As of a Spring application that got 29 lines in its first 12 s, 22 of them of sites that waited once. */
    @Test
    void classLoadingOfTheFirstMinuteIsOneLine() {
        List<CauseKind> loading = List.of(
                CauseKind.CLASS_INITIALIZER,
                CauseKind.OTHER_CLASS_INITIALIZATION,
                CauseKind.CLASS_LOADING,
                CauseKind.BOOTSTRAP_METHOD,
                CauseKind.CLASS_LOADER_LOCK,
                CauseKind.CLASS_LINKING,
                CauseKind.CLASS_LOCK);
        for (int i = 0; i < 22; i++) {
            warnings.add(site(loading.get(i % loading.size()), "a.B" + i + ".run"), START + i * 500L * MS, 30 * MS + i);
        }
        // Too short to be of interest, however it came about.
        warnings.add(site(CauseKind.CLASS_LOADING, "a.C.run"), START, 19 * MS);
        warnings.allUntil(START + MINUTE - 1);
        assertThat(lines).isEmpty();

        warnings.allUntil(START + MINUTE);
        warnings.allUntil(START + 2 * MINUTE);
        assertThat(lines)
                .containsExactly(
                        "class loading pinned virtual threads 22 times in the first minute, for 660 ms in total; the"
                                + " longest for 30 ms (classInitializer) at a.B21.run:7");

        // A site that still loads afterwards is one like any other.
        warnings.add(site(CauseKind.CLASS_LOADING, "a.B2.run"), START + MINUTE, 40 * MS);
        assertThat(lines)
                .hasSize(2)
                .last()
                .isEqualTo("virtual threads are pinned for 40 ms (classLoading) at a.B2.run:7");
    }

    @Test
    void anApplicationThatEndsWithinItsFirstMinuteHasTheLineToo() {
        warnings.add(site(CauseKind.CLASS_LOADING, "a.B.run"), START, 25 * MS);
        warnings.endStart(lines::add);
        warnings.endStart(lines::add);

        assertThat(lines)
                .containsExactly(
                        "class loading pinned virtual threads once in the first minute, for 25 ms in total; the"
                                + " longest for 25 ms (classLoading) at a.B.run:7");
    }

    @Test
    void anApplicationThatRanBeforeTheAgentHasNoFirstMinute() {
        PinWarnings late = new PinWarnings(lines::add, 0, 0, 3);
        late.allUntil(START);
        late.add(site(CauseKind.CLASS_LOADING, "a.B.run"), START, MS / 2);

        assertThat(lines).containsExactly("virtual threads are pinned for 0.5 ms (classLoading) at a.B.run:7");
    }
}
