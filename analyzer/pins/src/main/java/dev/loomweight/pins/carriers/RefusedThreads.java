package dev.loomweight.pins.carriers;

import dev.loomweight.sample.state.RefusalParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The names of virtual threads that were refused. The event has only the id of the thread; its name is in the event of
 * its start, where that was recorded. A reader that passes on the starts of all threads does so before it is known which
 * are refused; there names are dropped once they are too many: an application that names a million threads must not fill
 * the memory.
 */
final class RefusedThreads {

    private static final int MOST_NAMES = 1 << 16;

    private final Map<Id, String> names = new HashMap<>();
    private boolean tooMany;

    /**
     * One thread.
     *
     * @param subject the process that it belongs to
     * @param javaThreadId its identifier there
     */
    record Id(String subject, long javaThreadId) {}

    /** The smallest ids of the threads of one group: enough to show, and the same in any order. */
    static final class Victims {
        private static final int MOST = 64;

        private final TreeSet<Long> ids = new TreeSet<>();

        void add(long id) {
            ids.add(id);
            if (ids.size() > MOST) {
                ids.pollLast();
            }
        }

        /** The ids. */
        SortedSet<Long> ids() {
            return ids;
        }

        void addAll(Victims other) {
            other.ids.forEach(this::add);
        }
    }

    /** Takes the start of a thread. */
    void started(String subject, long id, String name) {
        if (!name.isEmpty() && !tooMany) {
            put(new Id(subject, id), name);
            drop();
        }
    }

    /**
     * The names of some threads of one process, as far as they are known.
     *
     * @param ids in the order of the result
     */
    List<RefusalParts.Named> parts(String subject, Set<Long> ids) {
        List<RefusalParts.Named> all = new ArrayList<>();
        for (long id : ids) {
            String name = names.get(new Id(subject, id));
            if (name != null) {
                all.add(new RefusalParts.Named(id, name));
            }
        }
        return all;
    }

    void addAll(RefusedThreads other) {
        tooMany |= other.tooMany;
        other.names.forEach(this::put);
        drop();
    }

    // Of several names, which damage can give, the first by its letters, whatever the order.
    private void put(Id id, String name) {
        names.merge(id, name, (one, another) -> one.compareTo(another) <= 0 ? one : another);
    }

    private void drop() {
        tooMany |= names.size() > MOST_NAMES;
        if (tooMany) {
            names.clear();
        }
    }

    /** The names of some victims, sorted; empty where none is known. */
    List<String> of(String subject, Victims victims) {
        return victims.ids.stream()
                .map(id -> names.get(new Id(subject, id)))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }
}
