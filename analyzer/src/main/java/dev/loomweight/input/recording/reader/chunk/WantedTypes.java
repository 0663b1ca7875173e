package dev.loomweight.input.recording.reader.chunk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What to do with an event, by the number of its type: the question that a walk asks for every one of them. */
final class WantedTypes {

    /** The recording does not describe the type, so there is no event. */
    static final int UNKNOWN = -1;
    /** Not wanted. */
    static final int SKIP = 0;

    // The numbers that the JVM gives are in the low thousands; damage can give any.
    private static final int MOST = 1 << 16;

    private final short[] low;
    private final Map<Long, Short> high = new HashMap<>();
    private final List<Layout> layouts = new ArrayList<>();

    /** @param names the full names of the wanted types */
    WantedTypes(Metadata metadata, Set<String> names) {
        long largest = Pools.CHECKPOINT;
        for (ClassDef type : metadata.events()) {
            largest = type.id() < MOST ? Math.max(largest, type.id()) : largest;
        }
        low = new short[(int) largest + 1];
        Arrays.fill(low, (short) UNKNOWN);
        set(Metadata.EVENT, SKIP);
        set(Pools.CHECKPOINT, SKIP);
        for (ClassDef type : metadata.events()) {
            if (!names.contains(type.name())) {
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

    /** The layout of a wanted type. */
    Layout layout(int action) {
        return layouts.get(action - 1);
    }

    /** The wanted types that this chunk knows. */
    List<ClassDef> types() {
        return layouts.stream().map(Layout::type).toList();
    }

    /** The layout of any wanted type, or null if the chunk knows none. */
    @Nullable
    Layout any() {
        return layouts.isEmpty() ? null : layouts.getFirst();
    }
}
