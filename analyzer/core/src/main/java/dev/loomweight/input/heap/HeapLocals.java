package dev.loomweight.input.heap;

import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Dumps.WeighedThreads.Local;
import dev.loomweight.sample.Dumps.WeighedThreads.LocalBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What the threads of a heap dump hold by each ThreadLocal. Each ThreadLocal is a part of its own of what threads hold; those
 * with the same place in the program are put together when it is known which hold much.
 */
final class HeapLocals {

    /** The part of a thread that is not held by thread-locals. */
    static final char HELD = 0;

    /** What maps of thread-locals are besides their entries. */
    static final char MAP = 1;

    private static final int FIRST = 2;
    private static final int MAX_KEYS = 60_000;
    private static final int MAX_LISTED = 64;
    /** Less than this share of what all thread-locals hold is not listed. */
    private static final double MIN_SHARE = 0.001;
    /** For less than this no path is looked for, which takes a walk along all references. */
    private static final long MIN_PATH_BYTES = 64 << 10;
    /** For so many ThreadLocals of one kind paths are looked for. */
    private static final int MAX_PATHS = 256;
    /** If this share of them has one path, all others of that kind have it. */
    private static final double MOST = 0.9;

    private static final String MAP_TYPE = "java.lang.ThreadLocal$ThreadLocalMap";
    private static final String ENTRY = MAP_TYPE + "$Entry";

    private final HeapObjects objects;
    private final HeapTypes types;
    private final List<Key> keys = new ArrayList<>();
    private final Map<Integer, Key> byObject = new HashMap<>();
    private final Map<Kind, Key> byKind = new HashMap<>();
    // The bytes of a part of a thread, by the numbers of both.
    private final IdNumbers sums = new IdNumbers();
    private long[] ids = new long[64];
    private long[] bytes = new long[64];
    private int last;
    private List<Local> listed = List.of();

    /** The class of a ThreadLocal, -1 where it was collected, and that of its value. */
    private record Kind(int type, int value) {}

    private static final class Key {
        private final int object;
        private final Kind kind;
        private final int number;
        private long bytes;
        private int listed = WeighedThreads.NO_LOCAL;

        private Key(int object, Kind kind, int number) {
            this.object = object;
            this.kind = kind;
            this.number = number;
        }
    }

    HeapLocals(HeapObjects objects, HeapTypes types) {
        this.objects = objects;
        this.types = types;
    }

    /** Takes a part of what a thread holds, and the object by which it does. */
    @FunctionalInterface
    interface Parts {
        void accept(char part, int object);
    }

    /** Passes on the entries of a map, and then the map. */
    void eachPart(int map, Parts to) {
        int table = objects.reference(map, MAP_TYPE, "table");
        if (table != HeapObjects.NONE) {
            objects.eachReference(table, address -> {
                int entry = objects.at(address);
                if (entry != HeapObjects.NONE) {
                    int key = objects.reference(entry, "java.lang.ref.Reference", "referent");
                    int value = objects.reference(entry, ENTRY, "value");
                    to.accept((char) (FIRST + key(key, value).number), entry);
                }
            });
        }
        to.accept(MAP, map);
    }

    private Key key(int object, int value) {
        Key known = byObject.get(object);
        if (known != null) {
            return known;
        }
        Kind kind = new Kind(kind(object), kind(value));
        boolean single = object != HeapObjects.NONE && keys.size() < MAX_KEYS;
        if (!single && byKind.containsKey(kind)) {
            return byKind.get(kind);
        }
        Key key = new Key(object, kind, Math.min(keys.size(), Character.MAX_VALUE - FIRST));
        if (key.number < keys.size()) {
            return keys.getLast();
        }
        keys.add(key);
        if (single) {
            byObject.put(object, key);
        } else {
            byKind.put(kind, key);
        }
        return key;
    }

    private int kind(int object) {
        return object == HeapObjects.NONE ? IdNumbers.NONE : objects.kind(object);
    }

    /** Adds an object that a thread alone holds by one of these parts. */
    void add(int thread, char part, long more) {
        if (part < FIRST) {
            return;
        }
        long id = (long) thread << Character.SIZE | part;
        if (sums.size() == 0 || ids[last] != id) {
            last = sums.add(id);
            ids = IdNumbers.fit(ids, last);
            bytes = IdNumbers.fit(bytes, last);
            ids[last] = id;
        }
        bytes[last] += more;
        keys.get(part - FIRST).bytes += more;
    }

    /** Adds an object that threads share, of which the first holds it by that part. */
    void addShared(char part, long more) {
        if (part >= FIRST) {
            keys.get(part - FIRST).bytes += more;
        }
    }

    /**
     * The ThreadLocals that hold most, the most first.
     *
     * @param paths finds the paths to some objects
     * @param holders who holds what
     */
    List<Local> list(Function<BitSet, HeapPaths> paths, HeapHolders holders) {
        long least = Math.max(1, (long) (MIN_SHARE * sum(keys)));
        List<Map.Entry<Place, List<Key>>> most = places(paths, least).entrySet().stream()
                .filter(place -> sum(place.getValue()) >= least)
                .sorted(Comparator.comparingLong((Map.Entry<Place, List<Key>> place) -> sum(place.getValue()))
                        .reversed()
                        .thenComparing(place -> place.getKey().toString()))
                .limit(MAX_LISTED)
                .toList();
        for (int i = 0; i < most.size(); i++) {
            for (Key key : most.get(i).getValue()) {
                key.listed = i;
            }
        }
        int[] contents = contents(most.size(), holders);
        List<Local> all = new ArrayList<>();
        for (int i = 0; i < most.size(); i++) {
            Key first = most.get(i).getValue().stream()
                    .max(Comparator.comparingLong(key -> key.bytes))
                    .orElseThrow();
            all.add(new Local(
                    types.kindName(first.kind.type),
                    most.get(i).getKey().path,
                    types.kindName(first.kind.value),
                    types.kindName(contents[i])));
        }
        listed = List.copyOf(all);
        return listed;
    }

    /** Where ThreadLocals are in the program: where no path was found, those with values of one class. */
    private record Place(int type, List<String> path, int value) {

        static Place of(Key key, List<String> path) {
            return new Place(key.kind.type, path, path.isEmpty() ? key.kind.value : IdNumbers.NONE);
        }
    }

    private Map<Place, List<Key>> places(Function<BitSet, HeapPaths> paths, long least) {
        Map<Integer, String> fields = staticFields();
        Map<Place, List<Key>> places = new HashMap<>();
        // A leak of ThreadLocals is many of one kind, each of which may hold little.
        Map<Kind, List<Key>> elsewhere = new HashMap<>();
        for (Key key : keys) {
            String field = fields.get(key.object);
            if (field != null || key.object == HeapObjects.NONE) {
                Place place = Place.of(key, field == null ? List.of() : List.of(field));
                places.computeIfAbsent(place, any -> new ArrayList<>()).add(key);
            } else {
                elsewhere.computeIfAbsent(key.kind, any -> new ArrayList<>()).add(key);
            }
        }
        elsewhere.values().removeIf(alike -> sum(alike) < Math.max(least, MIN_PATH_BYTES));
        BitSet wanted = new BitSet();
        for (List<Key> alike : elsewhere.values()) {
            alike.sort(Comparator.comparingLong((Key key) -> key.bytes).reversed());
            alike.stream().limit(MAX_PATHS).forEach(key -> wanted.set(key.object));
        }
        if (!wanted.isEmpty()) {
            HeapPaths found = paths.apply(wanted);
            elsewhere.values().forEach(alike -> add(alike, found, places));
        }
        return places;
    }

    /** Adds those of one kind by their paths; beyond the heaviest they are taken for that which most of these have. */
    private static void add(List<Key> alike, HeapPaths found, Map<Place, List<Key>> places) {
        Map<Place, Integer> seen = new HashMap<>();
        int looked = Math.min(MAX_PATHS, alike.size());
        for (Key key : alike.subList(0, looked)) {
            Place place = Place.of(key, found.to(key.object));
            places.computeIfAbsent(place, any -> new ArrayList<>()).add(key);
            seen.merge(place, 1, Integer::sum);
        }
        if (looked < alike.size()) {
            Place rest = seen.entrySet().stream()
                    .filter(place -> place.getValue() >= MOST * looked)
                    .findFirst()
                    .map(Map.Entry::getKey)
                    .orElseGet(() -> Place.of(alike.getFirst(), List.of()));
            places.computeIfAbsent(rest, any -> new ArrayList<>()).addAll(alike.subList(looked, alike.size()));
        }
    }

    private static long sum(List<Key> some) {
        return some.stream().mapToLong(key -> key.bytes).sum();
    }

    private Map<Integer, String> staticFields() {
        Map<Integer, String> fields = new HashMap<>();
        for (int object = 0; object < objects.size(); object++) {
            if (objects.isClass(object)) {
                objects.eachField(object, (declaredBy, name, address) -> {
                    int key = objects.at(address);
                    if (byObject.containsKey(key)) {
                        fields.putIfAbsent(key, declaredBy + "." + name);
                    }
                });
            }
        }
        return fields;
    }

    /** The class of most bytes of what each holds. */
    private int[] contents(int count, HeapHolders holders) {
        long[][] byKind = new long[count][types.kinds()];
        int entries = entries();
        for (int object = 0; object < objects.size(); object++) {
            int local = holders.holder(object) > HeapHolders.ELSEWHERE ? listed(holders.part(object)) : -1;
            int kind = local < 0 ? IdNumbers.NONE : objects.kind(object);
            if (kind >= 0 && kind != entries) {
                byKind[local][kind] += objects.bytes(object);
            }
        }
        return Arrays.stream(byKind)
                .mapToInt(sums -> {
                    int most = 0;
                    for (int kind = 1; kind < sums.length; kind++) {
                        most = sums[kind] > sums[most] ? kind : most;
                    }
                    return most;
                })
                .toArray();
    }

    private int entries() {
        int at = 0;
        while (at < types.size() && !types.get(at).name().equals(ENTRY)) {
            at++;
        }
        return at;
    }

    /** The number of the listed ThreadLocal of a part, or {@link WeighedThreads#NO_LOCAL}. */
    int listed(char part) {
        return part < FIRST ? WeighedThreads.NO_LOCAL : keys.get(part - FIRST).listed;
    }

    /** What each thread holds by the listed ones, the most first; equal lists are one. */
    List<List<LocalBytes>> ofThreads(int threads) {
        int[] first = new int[threads];
        int[] next = new int[sums.size()];
        for (int i = 0; i < next.length; i++) {
            int thread = (int) (ids[i] >>> Character.SIZE);
            next[i] = first[thread];
            first[thread] = i + 1;
        }
        Map<List<LocalBytes>, List<LocalBytes>> known = new HashMap<>();
        List<List<LocalBytes>> all = new ArrayList<>(threads);
        long[] perLocal = new long[listed.size()];
        for (int thread = 0; thread < threads; thread++) {
            Arrays.fill(perLocal, 0);
            for (int i = first[thread]; i > 0; i = next[i - 1]) {
                int local = listed((char) ids[i - 1]);
                if (local >= 0) {
                    perLocal[local] += bytes[i - 1];
                }
            }
            List<LocalBytes> of = new ArrayList<>();
            for (int local = 0; local < perLocal.length; local++) {
                if (perLocal[local] > 0) {
                    of.add(new LocalBytes(local, perLocal[local]));
                }
            }
            of.sort(Comparator.comparingLong(LocalBytes::bytes).reversed());
            List<LocalBytes> kept = List.copyOf(of);
            all.add(known.computeIfAbsent(kept, list -> list));
        }
        return all;
    }
}
