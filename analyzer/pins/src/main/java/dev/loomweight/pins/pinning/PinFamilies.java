package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Families;
import dev.loomweight.fold.Families.Family;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How long the pins of one process were and of which threads, in bounded memory: a histogram for each stack where these are
 * few, else one for all stacks with the same innermost frames. What is counted together depends on the stacks alone and not
 * on class files, so that it is the same for recordings and for fold files.
 */
final class PinFamilies {

    private static final int MAX_FAMILIES = 128;

    /** How many of the application's innermost frames make stacks alike: first many, then fewer. */
    private static final List<Integer> OWN_FRAMES = List.of(4, 2, 1, 0);

    private PinFamilies() {}

    /**
     * How many pins of each group are in which families. The families that fold files have are parts of these: what is
     * alike among the stacks of one file is alike among more, so that folds of the parts of a recording give what it
     * gives itself.
     */
    static Map<PinGroup, Map<Family, Long>> of(String process, Map<PinStack, PinGroup> groups) {
        Families families = new Families(process);
        Map<PinGroup, Integer> places = gathered(groups, families);
        Set<Family> divided = addFolded(groups.values(), places, families);
        List<Family> made = families.make();
        IdentityHashMap<PinGroup, Map<Family, Long>> all = new IdentityHashMap<>();
        places.forEach((group, place) -> {
            Map<Family, Long> of = new LinkedHashMap<>();
            long rest = group.sum().count();
            for (Map.Entry<Family, Long> folded : group.folded().entrySet()) {
                if (divided.contains(folded.getKey())) {
                    of.put(folded.getKey(), folded.getValue());
                    rest -= folded.getValue();
                }
            }
            if (rest > 0) {
                of.put(made.get(place), rest);
            }
            all.put(group, of);
        });
        return all;
    }

    /** Adds the families of fold files to those that they are part of; gives those that are of several or not all there. */
    private static Set<Family> addFolded(
            Collection<PinGroup> groups, Map<PinGroup, Integer> places, Families families) {
        record Use(Set<Integer> places, long count) {}
        Map<Family, Use> uses = new LinkedHashMap<>();
        for (PinGroup group : groups) {
            group.folded()
                    .forEach((family, count) ->
                            uses.merge(family, new Use(Set.of(places.getOrDefault(group, 0)), count), (one, other) -> {
                                Set<Integer> both = new HashSet<>(one.places);
                                both.addAll(other.places);
                                return new Use(both, one.count + other.count);
                            }));
        }
        Set<Family> divided = new HashSet<>();
        uses.forEach((family, use) -> {
            if (use.places.size() == 1 && use.count == family.durations().count()) {
                families.add(use.places.iterator().next(), family);
            } else {
                divided.add(family);
            }
        });
        return divided;
    }

    private static Map<PinGroup, Integer> gathered(Map<PinStack, PinGroup> groups, Families families) {
        boolean few = groups.size() <= MAX_FAMILIES;
        int own = few
                ? 0
                : OWN_FRAMES.stream()
                        .filter(some -> areFew(groups, some))
                        .findFirst()
                        .orElse(0);
        Map<Object, Integer> byKey = new HashMap<>();
        IdentityHashMap<PinGroup, Integer> of = new IdentityHashMap<>();
        groups.forEach((pin, group) -> {
            int place = byKey.computeIfAbsent(few ? pin : innermost(pin, own), any -> families.begin());
            group.addTo(families.durations(place), families.threads(place));
            of.put(group, place);
        });
        return of;
    }

    private static boolean areFew(Map<PinStack, PinGroup> groups, int own) {
        return groups.keySet().stream()
                        .map(pin -> innermost(pin, own))
                        .distinct()
                        .limit(MAX_FAMILIES + 1)
                        .count()
                <= MAX_FAMILIES;
    }

    /** The event, and the methods down to some of the application's frames. */
    private static List<String> innermost(PinStack pin, int own) {
        List<String> key = new ArrayList<>(Arrays.asList(
                pin.event().name(),
                pin.facts().operation(),
                pin.facts().reason(),
                Boolean.toString(pin.facts().jvmOwn())));
        int seen = 0;
        for (Frame frame : pin.stack().frames()) {
            if (seen == own) {
                break;
            }
            key.add(frame.method());
            seen += frame.isJdk() ? 0 : 1;
        }
        return key;
    }
}
