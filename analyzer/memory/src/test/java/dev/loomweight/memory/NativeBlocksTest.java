package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.NativeBlocks.Kept;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.MemoryEvents.NativeAllocation;
import dev.loomweight.sample.MemoryEvents.NativeRelease;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which blocks of malloc are left, whatever the order in which their events are read, and whose they are. */
class NativeBlocksTest {

    private static final Origin ORIGIN = new Origin("app", null, "app.jfr", Instrument.JFR);

    private static final int SITES = 4;

    /** A program that allocates and releases blocks, of few addresses, so that each is used again. */
    @RepeatedTest(50)
    void theBlocksThatAreLeftAreThoseOfTheProgram(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Map<Long, NativeAllocation> live = new HashMap<>();
        Map<String, Long> allocated = new TreeMap<>();
        List<Sample> events = new ArrayList<>();
        for (int now = 1; now <= 400; now++) {
            long address = 0x7f00_0000_0000L + random.nextInt(30) * 16L;
            if (live.containsKey(address) && random.nextInt(4) > 0) {
                live.remove(address);
                events.add(new NativeRelease(now, address));
            } else if (!live.containsKey(address)) {
                int site = random.nextInt(SITES);
                NativeAllocation block = new NativeAllocation(now, address, 1 + random.nextInt(5000), stack(site));
                live.put(address, block);
                events.add(block);
                allocated.merge("com.acme.Site" + site + ".take", block.bytes(), Long::sum);
            }
        }
        Collections.shuffle(events, random);
        NativeBlocks read = new NativeBlocks();
        NativeBlocks other = new NativeBlocks();
        events.forEach(event -> (random.nextBoolean() ? read : other).add(ORIGIN, event));
        read.merge(other);

        Map<String, Long> kept = new TreeMap<>();
        live.values()
                .forEach(block -> kept.merge(
                        "com.acme.Site"
                                + block.stack().frames().getLast().className().charAt(13) + ".take",
                        block.bytes(),
                        Long::sum));
        Map<String, Long> keptRead = new TreeMap<>();
        Map<String, Long> allocatedRead = new TreeMap<>();
        List<Kept> sites = Objects.requireNonNull(read.processes().get("app")).bySite();
        for (Kept site : sites) {
            assertThat(site.site().library()).isEqualTo("libacme.so");
            allocatedRead.put(site.site().place(), site.allocatedBytes());
            if (site.bytes() > 0) {
                keptRead.put(site.site().place(), site.bytes());
            }
        }
        assertThat(keptRead).isEqualTo(kept);
        assertThat(allocatedRead).isEqualTo(allocated);
        assertThat(Kept.total(sites).blocks()).isEqualTo(live.size());
        assertThat(Kept.total(sites).earlyBytes())
                .isEqualTo(live.values().stream()
                        .filter(block -> block.atNanos() <= half(events))
                        .mapToLong(NativeAllocation::bytes)
                        .sum());
    }

    private static long half(List<Sample> events) {
        long[] times = events.stream()
                .mapToLong(event ->
                        event instanceof NativeAllocation one ? one.atNanos() : ((NativeRelease) event).atNanos())
                .sorted()
                .toArray();
        return times[0] + (times[times.length - 1] - times[0]) / 2;
    }

    private static StackTrace stack(int site) {
        return new StackTrace(
                List.of(
                        frame("libasyncProfiler.so", "malloc_hook", "Native"),
                        frame("libacme.so", "acme_take", "Native"),
                        frame("com.acme.Site" + site, "take", "Interpreted")),
                false);
    }

    private static Frame frame(String className, String method, String type) {
        return new Frame(className, method, "()V", 1, 0, 0, type);
    }

    @ParameterizedTest
    @CsvSource({
        // Java alone, the JDK passed over; native code alone; an allocator of the JVM alone; nothing.
        "'java.util.zip.Inflater.init Native method|com.acme.Zip.read Interpreted', com.acme.Zip.read, ''",
        "'libc.so.6.malloc Native|libzip.so.inflateInit Native|libjava.so.main C++', inflateInit, libzip.so",
        "'libjvm.so.os::malloc C++|libjvm.so.AllocateHeap C++|libjvm.so.Thread::Thread C++', Thread::Thread, libjvm.so",
        "'libasyncProfiler.so.malloc_hook Native', (no stack recorded), ''"
    })
    void aSiteIsWhoCalledMalloc(String frames, String place, String library) {
        List<Frame> all = new ArrayList<>();
        for (String frame : frames.split("\\|", -1)) {
            int blank = frame.indexOf(' ');
            String name = frame.substring(0, blank);
            int dot = name.lastIndexOf('.');
            all.add(frame(name.substring(0, dot), name.substring(dot + 1), frame.substring(blank + 1)));
        }
        assertThat(NativeBlocks.Site.of(new StackTrace(all, false))).isEqualTo(new NativeBlocks.Site(place, library));
    }
}
