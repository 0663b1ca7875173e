package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.VirtualThreadFigures.Counts;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VirtualThreadFiguresTest {

    private final AtomicLong made = new AtomicLong(40);
    private final AtomicLong platform = new AtomicLong(12);
    private final AtomicLong alive = new AtomicLong(5);
    private final VirtualThreadFigures figures = figures();

    private VirtualThreadFigures figures() {
        return new VirtualThreadFigures(made::incrementAndGet, platform::get, alive::get);
    }

    @Test
    void whatHasANumberAndIsNoPlatformThreadIsVirtual() {
        made.addAndGet(100);
        platform.addAndGet(30);
        alive.addAndGet(50);

        assertThat(figures.now()).isEqualTo(new Counts(70, 20, 55));
    }

    @Test
    void nothingHappensBeforeTheFirstQuestion() {
        assertThat(figures.now()).isEqualTo(new Counts(0, 0, 5));
    }

    @Test
    void whoAsksWithinASecondIsToldTheSame() {
        Counts first = figures.now();
        made.addAndGet(100);

        assertThat(figures.now()).isSameAs(first);
    }

    @Test
    void askingTakesNumbersThatNoThreadHas() {
        for (int i = 0; i < 20; i++) {
            assertThat(figures.count().started()).isZero();
        }
        made.addAndGet(3);
        assertThat(figures.count().started()).isEqualTo(3);
    }

    @Test
    void countersNeverGoBack() {
        made.addAndGet(100);
        alive.set(0);
        assertThat(figures.count()).isEqualTo(new Counts(100, 105, 0));
        // A platform thread that had its number long before it started.
        platform.addAndGet(4);
        assertThat(figures.count().started()).isEqualTo(100);
        alive.set(7);
        assertThat(figures.count().ended()).isEqualTo(105);
    }

    @Test
    void withoutACountOfTheLivingTheEndedAreUnknown() {
        alive.set(-1);
        VirtualThreadFigures blind = figures();
        made.addAndGet(10);

        assertThat(blind.now()).isEqualTo(new Counts(10, -1, -1));
    }
}
