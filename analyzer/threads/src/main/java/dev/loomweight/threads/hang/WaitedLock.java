package dev.loomweight.threads.hang;

import dev.loomweight.jvm.Juc;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where threads take the locks that they wait for, and who else is in that code, and so may own them: a thread that runs, or
 * waits for input or for work, inside the method in which others wait for a lock.
 */
final class WaitedLock {

    /** The locks themselves. */
    private static final List<String> LOCKS = List.of(Juc.LOCKS, "jdk.internal.misc.InternalLock");

    private static final int MAX_ORDERED = 20;

    private record Method(String className, String name) {
        private static Method of(Frame frame) {
            return new Method(frame.stableClassName(), frame.methodName());
        }
    }

    private final WaitGraph graph;
    private final Map<Method, List<Party>> inside = new HashMap<>();

    /**
     * Looks for them, in time that grows with the number of threads.
     *
     * @param resources the locks, with a waiter each
     * @param others who may own one of them
     */
    WaitedLock(WaitGraph graph, Collection<Resource> resources, Collection<Party> others) {
        this.graph = graph;
        for (Resource resource : resources) {
            Method taking = taking(graph.party(resource.waiters().getFirst()));
            if (taking != null) {
                inside.put(taking, new ArrayList<>());
            }
        }
        // Equal stacks share one list of frames.
        IdentityHashMap<List<Frame>, Set<Method>> stacks = new IdentityHashMap<>();
        for (Party party : others) {
            stacks.computeIfAbsent(party.thread().frames(), this::methods)
                    .forEach(method ->
                            inside.getOrDefault(method, new ArrayList<>()).add(party));
        }
    }

    private Set<Method> methods(List<Frame> frames) {
        Set<Method> methods = new HashSet<>();
        for (Frame frame : frames) {
            Method method = Method.of(frame);
            if (inside.containsKey(method)) {
                methods.add(method);
            }
        }
        return methods;
    }

    /** Those that are inside the method in which threads wait for a lock: of a few, first who came there the same way. */
    List<Party> inside(Resource resource) {
        Party waiter = graph.party(resource.waiters().getFirst());
        Method taking = taking(waiter);
        List<Party> all = taking == null ? List.of() : inside.getOrDefault(taking, List.of());
        if (all.size() < 2 || all.size() > MAX_ORDERED) {
            return all;
        }
        Set<String> way = classes(waiter);
        IdentityHashMap<Party, Long> shared = new IdentityHashMap<>();
        all.forEach(party ->
                shared.put(party, classes(party).stream().filter(way::contains).count()));
        return all.stream()
                .sorted(Comparator.comparing((Party party) -> shared.getOrDefault(party, 0L))
                        .reversed())
                .toList();
    }

    private static Set<String> classes(Party party) {
        return party.thread().frames().stream().map(Frame::stableClassName).collect(Collectors.toSet());
    }

    /** Whether all who wait are where the holder has been: consumers, of which one at a time waits for work. */
    static boolean takeTurns(WaitGraph graph, Party holder, Resource resource) {
        Set<Method> methods = new HashSet<>();
        holder.thread().frames().forEach(frame -> methods.add(Method.of(frame)));
        return resource.waiters().stream().allMatch(waiter -> {
            Method taking = taking(graph.party(waiter));
            return taking != null && methods.contains(taking);
        });
    }

    /** The innermost method that is not of the locks themselves: of a monitor, the one that enters it; null for none. */
    private static @Nullable Method taking(Party party) {
        List<Frame> frames = party.thread().frames();
        for (Frame frame : frames.subList(Math.min(party.waiting().frame(), frames.size()), frames.size())) {
            if (LOCKS.stream().noneMatch(frame.className()::startsWith)) {
                return Method.of(frame);
            }
        }
        return null;
    }
}
