package dev.loomweight.pins.carriers;

import static dev.loomweight.pins.carriers.CarrierMaker.carrier;
import static dev.loomweight.pins.carriers.CarrierMaker.findings;
import static dev.loomweight.pins.carriers.CarrierMaker.nanos;
import static dev.loomweight.pins.carriers.CarrierMaker.recorded;
import static dev.loomweight.pins.carriers.CarrierMaker.second;
import static dev.loomweight.pins.carriers.CarrierMaker.section;
import static dev.loomweight.pins.carriers.CarrierMaker.stack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What ran on carriers, from samples that are made by hand. */
class RanOnCarriersTest {

    private static final ThreadRef VIRTUAL = new ThreadRef(7, "", 0, true);
    private static final ThreadRef CARRIER = new ThreadRef(3, "ForkJoinPool-1-worker-1", 101, false);

    private static final StackTrace YIELDS = stack(
            "java.lang.VirtualThread.tryYield",
            "java.lang.Thread.yield",
            "com.acme.Poll.ask:12",
            "com.acme.Poll$$Lambda+0x00a1.run",
            "com.acme.Poll.loop:20");
    private static final StackTrace COMPUTES = stack("com.acme.Cart.add:5", "com.acme.Shop.sell:9");
    private static final StackTrace PARKS = stack(
            "java.lang.VirtualThread.park", "java.util.concurrent.locks.LockSupport.park", "com.acme.Queue.take:3");
    private static final StackTrace SWITCHES =
            stack("java.lang.VirtualThread.runContinuation", "java.util.concurrent.ForkJoinPool.runWorker");

    private final List<Sample> samples = new ArrayList<>();

    @Test
    void aSpinIsNamedWithItsCallAndCaller() {
        busy();
        add(20, VIRTUAL, YIELDS);
        add(40, CARRIER, SWITCHES);
        Section section = all();

        Finding spin = section.findings().getFirst();
        assertThat(findings(section)).containsExactly("carriersSpin");
        assertThat(spin.summary()).contains("100 %", "com.acme.Poll.ask", "Thread.yield");
        assertThat(spin.explanation()).contains("com.acme.Poll.loop:20");
        assertThat(spin.place())
                .hasToString("Place[className=com.acme.Poll, methodName=ask, line=12, sourceFile=null]");
    }

    /** Threads that wait and are woken often also make the scheduler work, and do not spin. */
    @Test
    void whatParksDoesNotSpin() {
        busy();
        add(20, VIRTUAL, PARKS);
        add(2, VIRTUAL, YIELDS);
        add(40, CARRIER, SWITCHES);

        assertThat(findings(all())).containsExactly("carriersBusy");
    }

    @Test
    void whatComputesIsNamedAndItsShareHasAnError() {
        busy();
        add(75, VIRTUAL, COMPUTES);
        add(25, VIRTUAL, PARKS);
        Section section = all();

        Table ran = Samples.block(section, "ran", Table.class);
        assertThat(ran.rows().getFirst().cells())
                .startsWith(Cell.text("com.acme.Cart.add:5"), Cell.text(""), Cell.text("com.acme.Shop.sell:9"))
                .contains(new Cell.Nanos(nanos(1425)), new Cell.Ratio(0.75), Cell.count(75));
        assertThat(section.findings().getFirst().summary()).contains("com.acme.Cart.add", "75 %");
    }

    @Test
    void processorTimePrecedesSamplesAndItsLossesAreSaid() {
        busy();
        add(30, VIRTUAL, COMPUTES);
        for (int i = 0; i < 30; i++) {
            samples.add(new CpuTimeSample(i, nanos(10), i == 0, i < 5, VIRTUAL, i == 0 ? StackTrace.NONE : PARKS));
        }
        samples.add(new CpuSamplesLost(4, VIRTUAL));
        Table ran = Samples.block(all(), "ran", Table.class);

        assertThat(ran.rows().getFirst().cells().getFirst()).isEqualTo(Cell.text("com.acme.Queue.take:3"));
        assertThat(ran.footnotes())
                .singleElement()
                .asString()
                .contains("1 without a stack", "4 lost", "5 with the stack");
    }

    @Test
    void fewSamplesSayThatTheyAre() {
        busy();
        add(3, VIRTUAL, YIELDS);
        Section section = all();

        assertThat(findings(section)).containsExactly("carriersBusy");
        assertThat(Samples.block(section, "ran", Table.class).footnotes()).anyMatch(note -> note.startsWith("Only 3"));
    }

    /** An application's own scheduler has threads of any names: that none was recognized is not that there was none. */
    @Test
    void withoutARecognizedCarrierNoTimeIsSaid() {
        samples.add(second(0, 2));
        add(20, VIRTUAL, COMPUTES);
        Section section = all();

        assertThat(Samples.block(section, Note.HEADLINE, Note.class).sentences())
                .first()
                .asString()
                .contains("no carrier was recognized");
        assertThat(section.toString())
                .doesNotContain("0 carriers", "2 carriers", "not started yet")
                .contains("com.acme.Cart.add");
        assertThat(section.blocks()).extracting(Block::id).contains("ran").doesNotContain("time", "carriers");
        assertThat(section.findings()).isEmpty();
    }

    /** Without anything that ran, the pool had no threads. */
    @Test
    void aPoolWithoutThreadsInWhichNothingRanIsOne() {
        samples.add(second(0, 2));
        Section section = all();

        assertThat(Samples.block(section, Note.HEADLINE, Note.class).sentences())
                .first()
                .asString()
                .contains("2 carriers", "not started yet");
    }

    private void busy() {
        samples.add(second(0, 2, carrier(1, 950, 0, 1, 0, 0), carrier(2, 950, 0, 1, 0, 0)));
    }

    private void add(int count, ThreadRef thread, StackTrace stack) {
        for (int i = 0; i < count; i++) {
            samples.add(new ExecutionSample(i, thread, stack));
        }
    }

    private Section all() {
        return section(recorded(), samples.toArray(Sample[]::new));
    }
}
