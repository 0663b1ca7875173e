package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What to do with an event, by the number of its type: the question that a walk asks for every one of them. */
final class WantedTypes {

    /** The recording does not describe the type, so there is no event. */
    static final int UNKNOWN = -1;
    /** Only to be counted, or not wanted at all. */
    static final int SKIP = 0;

    // The numbers that the JVM gives are in the low thousands; damage can give any.
    private static final int MAX_TYPE_ID = 1 << 16;

    private final short[] low;
    private final Map<Long, Short> high = new HashMap<>();
    private final List<Layout> layouts = new ArrayList<>();
    private final List<ClassDef> counted = new ArrayList<>();
    private final List<ClassDef> onRequest = new ArrayList<>();
    // How many events were passed, by the low number of their type, and by any other.
    private final long[] counts;
    private final Map<Long, Long> highCounts = new HashMap<>();

    /** @param wanted the wanted types */
    WantedTypes(Metadata metadata, WantedEvents wanted) {
        long largest = ConstantPools.CHECKPOINT;
        for (ClassDef type : metadata.events()) {
            largest = type.id() < MAX_TYPE_ID ? Math.max(largest, type.id()) : largest;
        }
        low = new short[(int) largest + 1];
        counts = new long[low.length];
        Arrays.fill(low, (short) UNKNOWN);
        set(Metadata.EVENT, SKIP);
        set(ConstantPools.CHECKPOINT, SKIP);
        for (ClassDef type : metadata.events()) {
            if (wanted.covers(type.name())) {
                counted.add(type);
            }
            WantedEvents.Where where = wanted.onRequest().get(type.name());
            if (where != null && metadata.isRecorded(where.eventType(), where.field())) {
                onRequest.add(type);
                set(type.id(), SKIP);
            } else if (!wanted.reads(type.name())) {
                set(type.id(), SKIP);
            } else if (layouts.size() < Short.MAX_VALUE) {
                layouts.add(metadata.layout(type));
                set(type.id(), layouts.size());
            }
        }
    }

    private void set(long id, int what) {
        if (id >= 0 && id < low.length) {
            low[(int) id] = (short) what;
        } else {
            high.put(id, (short) what);
        }
    }

    /** {@link #UNKNOWN}, {@link #SKIP}, or the number to ask {@link #layout} with. */
    int action(long type) {
        if (type >= 0 && type < low.length) {
            return low[(int) type];
        }
        Short action = high.get(type);
        return action == null ? UNKNOWN : action;
    }

    /** The actions of types with low numbers: all that a JVM gives. Not to be changed. */
    short[] low() {
        return low;
    }

    /** Where a walk counts the events of types with low numbers. */
    long[] counts() {
        return counts;
    }

    /** Counts an event that is passed otherwise. */
    void count(long type) {
        if (type >= 0 && type < counts.length) {
            counts[(int) type]++;
        } else {
            highCounts.merge(type, 1L, Long::sum);
        }
    }

    /** How many events of a type were passed. */
    long count(ClassDef type) {
        long id = type.id();
        return id >= 0 && id < counts.length ? counts[(int) id] : highCounts.getOrDefault(id, 0L);
    }

    /** The types that are wanted, if only their number, and that this chunk knows. */
    List<ClassDef> counted() {
        return counted;
    }

    /** The layout of a wanted type. */
    Layout layout(int action) {
        return layouts.get(action - 1);
    }

    /** The types that are to be read, at least on request, and that this chunk knows. */
    List<ClassDef> types() {
        return Stream.concat(layouts.stream().map(Layout::type), onRequest.stream())
                .toList();
    }

    /** The types that are left unread until they are asked for. */
    List<ClassDef> onRequest() {
        return onRequest;
    }

    /** The layout of any type that is to be read, or null if the chunk knows none. */
    @Nullable
    Layout any() {
        return layouts.isEmpty() ? null : layouts.getFirst();
    }
}
