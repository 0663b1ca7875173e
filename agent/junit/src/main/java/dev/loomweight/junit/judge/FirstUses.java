package dev.loomweight.junit.judge;

import dev.loomweight.fold.Fold;
import dev.loomweight.junit.judge.Intervals.Interval;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ClassLoad;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits for monitors whose owners loaded classes meanwhile, before JDK 24: they happen once, in whichever test comes first,
 * as the loading does. An owner may itself have waited, for another that did.
 */
final class FirstUses {

    /** What threads did while others may have waited for them. */
    static final class Seen {
        private final Map<Long, List<Interval>> loads = new HashMap<>();
        private final Map<Long, List<MonitorEnter>> waits = new HashMap<>();
    }

    /** Reads what this is made of. */
    static final class Reading implements Fold<Seen> {

        @Override
        public Interest interest() {
            return Interest.in(ClassLoad.class, MonitorEnter.class);
        }

        @Override
        public Seen empty() {
            return new Seen();
        }

        @Override
        public void add(Seen into, Origin origin, Sample sample) {
            if (sample instanceof ClassLoad load) {
                into.loads
                        .computeIfAbsent(load.javaThreadId(), key -> new ArrayList<>())
                        .add(new Interval(0, load.startNanos(), load.startNanos() + Math.max(0, load.nanos())));
            } else if (sample instanceof MonitorEnter wait && wait.thread() != null) {
                into.waits
                        .computeIfAbsent(wait.thread().javaThreadId(), key -> new ArrayList<>())
                        .add(wait);
            }
        }

        @Override
        public Seen merge(Seen left, Seen right) {
            right.loads.forEach((thread, some) ->
                    left.loads.computeIfAbsent(thread, key -> new ArrayList<>()).addAll(some));
            right.waits.forEach((thread, some) ->
                    left.waits.computeIfAbsent(thread, key -> new ArrayList<>()).addAll(some));
            return left;
        }
    }

    /** Where nothing of the kind is recorded. */
    static final FirstUses NONE = new FirstUses(new Seen());

    private final Map<Long, Intervals> loads = new HashMap<>();
    private final Map<Long, List<MonitorEnter>> waits;

    FirstUses(Seen seen) {
        seen.loads.forEach((thread, some) -> loads.put(thread, new Intervals(some)));
        waits = seen.waits;
    }

    /** Whether who held the monitor, or who held what that one waited for, loaded a class while this one waited. */
    boolean has(MonitorEnter wait) {
        return has(wait.previousOwner(), wait.startNanos(), end(wait), new HashSet<>());
    }

    private boolean has(@Nullable ThreadRef owner, long from, long to, Set<Long> seen) {
        if (owner == null || !seen.add(owner.javaThreadId())) {
            return false;
        }
        Intervals loaded = loads.get(owner.javaThreadId());
        if (loaded != null && loaded.meets(from, to)) {
            return true;
        }
        for (MonitorEnter wait : waits.getOrDefault(owner.javaThreadId(), List.of())) {
            long start = Math.max(from, wait.startNanos());
            long end = Math.min(to, end(wait));
            if (start < end
                    && (JvmNames.isClassLock(wait.monitorClass()) || has(wait.previousOwner(), start, end, seen))) {
                return true;
            }
        }
        return false;
    }

    private static long end(MonitorEnter wait) {
        return wait.startNanos() + Math.max(0, wait.nanos());
    }
}
