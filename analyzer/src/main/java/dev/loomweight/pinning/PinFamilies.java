package dev.loomweight.pinning;

import dev.loomweight.diagnosis.PinStack;
import dev.loomweight.fold.Families;
import dev.loomweight.fold.Family;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long the pins of one process were and of which threads, in bounded memory: a histogram for each stack where these are
 * few, else one for all stacks with the same innermost frames. What is counted together depends on the stacks alone and not
 * on class files, so that it is the same for recordings and for fold files.
 */
final class PinFamilies {

    private static final int MOST = 128;

    /** How many of the application's innermost frames make stacks alike: first many, then fewer. */
    private static final List<Integer> OWN_FRAMES = List.of(4, 2, 1, 0);

    private PinFamilies() {}

    /** The family of each group that was recorded, and not folded before. */
    static Map<PinGroup, Family> of(String process, Map<PinStack, PinGroup> groups) {
        Map<PinStack, PinGroup> recorded = new TreeMap<>(PinStack.ORDER);
        recorded.putAll(groups);
        recorded.values().removeIf(group -> !group.isRecorded());
        Families families = new Families(process);
        Map<PinGroup, Integer> places = gathered(recorded, families);
        List<Family> made = families.make();
        IdentityHashMap<PinGroup, Family> all = new IdentityHashMap<>();
        places.forEach((group, place) -> all.put(group, made.get(place)));
        return all;
    }

    private static Map<PinGroup, Integer> gathered(Map<PinStack, PinGroup> groups, Families families) {
        IdentityHashMap<PinStack, Object> keys = new IdentityHashMap<>();
        groups.keySet().forEach(pin -> keys.put(pin, pin));
        for (int own : OWN_FRAMES) {
            if (keys.values().stream().distinct().limit(MOST + 1).count() > MOST) {
                groups.keySet().forEach(pin -> keys.put(pin, innermost(pin, own)));
            }
        }
        Map<Object, Integer> byKey = new HashMap<>();
        IdentityHashMap<PinGroup, Integer> of = new IdentityHashMap<>();
        groups.forEach((pin, group) -> {
            int place = byKey.computeIfAbsent(keys.get(pin), any -> families.begin());
            group.addTo(families.durations(place), families.threads(place));
            of.put(group, place);
        });
        return of;
    }

    /** The event, and the methods down to some of the application's frames. */
    private static List<String> innermost(PinStack pin, int own) {
        List<String> key = new ArrayList<>(
                Arrays.asList(pin.event().name(), pin.operation(), pin.reason(), Boolean.toString(pin.jvmOwn())));
        int seen = 0;
        for (Frame frame : pin.stack().frames()) {
            if (seen == own) {
                break;
            }
            key.add(Frames.method(frame));
            seen += Frames.isJdk(frame) ? 0 : 1;
        }
        return key;
    }
}
