package dev.loomweight.input.heap;

import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The threads that a heap dump has as roots, with their stacks and what these refer to. From JDK 22 on unmounted virtual
 * threads are among them (JDK-8299426); before, only what was on a carrier is. What names frames is passed on to the classes.
 */
final class HeapStacks implements HprofRecords.Visitor {

    private static final int NATIVE_LINE = -3;
    private static final int NATIVE = 0x100;

    private final HprofFile file;
    private final HeapTypes types;
    // HotSpot numbers frames one after the other, those of each thread anew: a million threads have as many as all of
    // their stacks are deep, and few that differ.
    private long firstFrame;
    private int[] places = new int[64];
    private int count;
    private final Map<Long, Integer> outOfOrder = new HashMap<>();
    private final Map<Site, Integer> numbers = new HashMap<>();
    private final List<Site> sites = new ArrayList<>();
    private final Map<Integer, Trace> traces = new HashMap<>();
    private final List<Root> threads = new ArrayList<>();
    private final List<OfThread> rooted = new ArrayList<>();
    private final List<Long> others = new ArrayList<>();
    private final Map<Integer, Frame> frames = new HashMap<>();

    private record Trace(long at, int frames) {}

    /** What frames have in common: the id of the method's name, the serial number of its class, and the line. */
    private record Site(long method, int classSerial, int line) {}

    /**
     * A thread.
     *
     * @param object the address of its object
     * @param serial its number
     * @param trace the number of its stack
     */
    record Root(long object, int serial, int trace) {}

    /** An object that a thread's stack refers to, by the number of the thread. */
    record OfThread(int serial, long object) {}

    HeapStacks(HprofFile file, HeapTypes types) {
        this.file = file;
        this.types = types;
    }

    @Override
    public void text(long id, long at, int bytes) {
        types.addText(id, at, bytes);
    }

    @Override
    public void loaded(int serial, long type, long name) {
        types.addName(serial, type, name);
    }

    @Override
    public void type(long id, long at) {
        types.add(id, at);
    }

    @Override
    public void frame(long frame, long method, int classSerial, int line) {
        Site site = new Site(method, classSerial, line);
        Integer place = numbers.get(site);
        if (place == null) {
            place = sites.size();
            numbers.put(site, place);
            sites.add(site);
        }
        if (count == 0) {
            firstFrame = frame;
        }
        if (frame != firstFrame + count) {
            outOfOrder.put(frame, place);
            return;
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
        }
        places[count] = place;
        count++;
    }

    private @Nullable Integer place(long frame) {
        long number = frame - firstFrame;
        return number >= 0 && number < count ? Integer.valueOf(places[(int) number]) : outOfOrder.get(frame);
    }

    @Override
    public void trace(int serial, long at, int depth) {
        traces.put(serial, new Trace(at, depth));
    }

    @Override
    public void root(long object) {
        others.add(object);
    }

    @Override
    public void rootOf(int thread, long object) {
        rooted.add(new OfThread(thread, object));
    }

    @Override
    public void thread(long object, int serial, int trace) {
        threads.add(new Root(object, serial, trace));
    }

    /** The threads. */
    List<Root> threads() {
        return threads;
    }

    /** What their stacks refer to. */
    List<OfThread> rooted() {
        return rooted;
    }

    /** The addresses of all other roots. */
    List<Long> others() {
        return others;
    }

    /**
     * The frames of a stack that thread dumps show, too, the innermost first; empty where the dump does not have it. A heap
     * dump alone has those that the JDK hides ({@code @Hidden}): of hidden classes, and where continuations begin and yield.
     */
    List<Frame> frames(int trace) {
        Trace known = traces.get(trace);
        if (known == null) {
            return List.of();
        }
        List<Frame> stack = new ArrayList<>();
        for (int i = 0; i < known.frames; i++) {
            long id = file.id(known.at + (long) i * file.idBytes());
            Integer place = place(id);
            if (place != null) {
                Frame frame = frames.computeIfAbsent(place, number -> frame(sites.get(number)));
                if (!frame.isLeftOut()) {
                    stack.add(frame);
                }
            }
        }
        return stack;
    }

    private Frame frame(Site site) {
        int line = site.line;
        return new Frame(
                types.nameOfSerial(site.classSerial),
                types.text(site.method),
                "",
                line > 0 ? line : -1,
                -1,
                line == NATIVE_LINE ? NATIVE : 0,
                "");
    }
}
