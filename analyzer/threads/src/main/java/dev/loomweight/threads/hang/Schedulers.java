package dev.loomweight.threads.hang;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The carriers of a moment by whom they work for: the JDK's scheduler, or one of the application's own. */
final class Schedulers {

    /**
     * A scheduler, as far as its carriers show it.
     *
     * @param ofJdk whether it is the JDK's; otherwise it is one or several of the application's, whose carriers are called alike
     * @param numbered whether the names of its carriers have numbers, by which others of it would be known
     * @param carriers its carriers, those without a virtual thread among them
     * @param carrying those that have one
     * @param mounted the virtual threads that are known to have one of them
     */
    record Scheduler(boolean ofJdk, boolean numbered, List<Party> carriers, List<Party> carrying, List<Party> mounted) {

        /** Whether all of its carriers have a virtual thread. */
        boolean isHeld() {
            return numbered && carrying.size() == carriers.size() && mounted.size() >= carriers.size();
        }
    }

    private Schedulers() {}

    /** Those that have a virtual thread on a carrier. */
    static List<Scheduler> of(WaitGraph graph) {
        return of(graph, Map.of());
    }

    /**
     * Those of the last moment. Where dumps have no carriers, a thread that has not moved since has that of an earlier moment at
     * which one scheduler alone had threads.
     */
    static List<Scheduler> ofLast(Movement movement) {
        WaitGraph last = movement.graphs().getLast();
        Map<Long, String> before = new HashMap<>();
        for (WaitGraph earlier : movement.graphs()) {
            for (Scheduler scheduler : earlier == last ? List.<Scheduler>of() : of(earlier)) {
                for (Party party : scheduler.mounted()) {
                    Party now = last.ofId(party.id());
                    if (now != null && movement.isStill(now)) {
                        before.put(party.id(), name(scheduler.carriers().getFirst()));
                    }
                }
            }
        }
        return of(last, before);
    }

    private static List<Scheduler> of(WaitGraph graph, Map<Long, String> before) {
        List<Party> seen = graph.parties().stream().filter(Party::isCarrying).toList();
        // Of several pools without a name, one can be the JDK's, and which is not known.
        boolean known = seen.stream()
                        .map(party -> CarrierNames.poolOf(party.thread().name()))
                        .filter(pool -> !pool.isEmpty())
                        .distinct()
                        .count()
                == 1;
        Map<String, Scheduler> byName = new LinkedHashMap<>();
        for (Party party : seen) {
            String thread = party.thread().name();
            byName.computeIfAbsent(
                    name(party),
                    name -> new Scheduler(
                            known && !CarrierNames.poolOf(thread).isEmpty(),
                            !name.equals(thread),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>()));
        }
        for (Party party : graph.parties()) {
            Scheduler scheduler = party.virtual() ? null : byName.get(name(party));
            if (scheduler != null) {
                scheduler.carriers().add(party);
                if (party.isCarrying()) {
                    scheduler.carrying().add(party);
                }
            }
        }
        for (Party party : graph.parties()) {
            if (party.mounted()) {
                long id = graph.carrierOf(party);
                Party carrier = id == 0 ? null : graph.ofId(id);
                Scheduler scheduler = carrier == null ? null : byName.get(name(carrier));
                if (scheduler != null) {
                    scheduler.mounted().add(party);
                } else if (carrier == null) {
                    Scheduler only = byName.size() == 1
                            ? byName.values().iterator().next()
                            : byName.get(before.getOrDefault(party.id(), ""));
                    if (only != null) {
                        only.mounted().add(party);
                    }
                }
            }
        }
        return List.copyOf(byName.values());
    }

    /** Threads that are called alike may work for one scheduler; a thread without a number is known by its own name. */
    private static String name(Party party) {
        String thread = party.thread().name();
        String scheduler = CarrierNames.schedulerOf(thread);
        return scheduler.isEmpty() ? CarrierNames.workersOf(thread) : scheduler;
    }
}
