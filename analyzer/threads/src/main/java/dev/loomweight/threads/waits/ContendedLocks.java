package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.Sampled;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.threads.waits.Contended.Had;
import dev.loomweight.threads.waits.Contended.Holder;
import dev.loomweight.threads.waits.Contended.Owner;
import dev.loomweight.threads.waits.Contended.Site;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The locks of a {@link WaitProfile}: which waits are for the same one, and who had it. */
final class ContendedLocks {

    /** An instance with a smaller share of the contention is joined with others of its class and site. */
    private static final double MIN_SHARE = 0.05;

    private record Instance(
            Doing kind, String lock, @Nullable String identity, String site) {}

    private final List<WaitSample> samples;
    private final boolean virtual;
    private final long[] threads;
    private final long[] contended;
    private final WaitPlaces places;
    private final Map<Instance, Group> groups = new HashMap<>();

    /**
     * The locks of some samples.
     *
     * @param samples in order
     * @param virtual whether virtual threads are looked at
     * @param threads how many of them there were in each
     * @param contended how many of them waited for what other threads had
     * @param places which frames are sites
     */
    ContendedLocks(List<WaitSample> samples, boolean virtual, long[] threads, long[] contended, WaitPlaces places) {
        this.samples = samples;
        this.virtual = virtual;
        this.threads = threads;
        this.contended = contended;
        this.places = places;
    }

    /** All of them, the most waited for first. */
    List<Contended> all() {
        group(instances());
        WaitSample.forEach(samples, virtual, (moment, waiting, count) -> {
            Group group = waiting.kind().isContention() ? groups.get(instance(waiting)) : null;
            if (group != null) {
                group.add(moment, waiting, count);
            }
        });
        for (int i = 0; i < samples.size(); i++) {
            int moment = i;
            samples.get(i).holders().forEach((held, holding) -> {
                String site = held.identity() == null ? places.method(held.stack(), held.frame()) : "";
                Group group = groups.get(new Instance(held.kind(), held.lock(), held.identity(), site));
                if (group != null) {
                    group.hold(moment, holding);
                }
            });
        }
        Map<String, Long> ofClass = groups.values().stream()
                .distinct()
                .collect(Collectors.groupingBy(group -> group.lock, Collectors.counting()));
        return groups.values().stream()
                .distinct()
                .map(group -> group.made(ofClass.getOrDefault(group.lock, 0L) == 1))
                .sorted(Comparator.<Contended>comparingDouble(
                                lock -> -lock.waiters().share().value())
                        .thenComparing(Contended::kind)
                        .thenComparing(Contended::lock)
                        .thenComparing(lock -> lock.site().place())
                        .thenComparing(Contended::name))
                .toList();
    }

    // Where no dump identifies a lock, its site has to.
    private Instance instance(Waiting waiting) {
        return new Instance(
                waiting.kind(),
                waiting.lock(),
                waiting.identity(),
                waiting.identity() == null ? places.method(waiting.stack(), waiting.frame()) : "");
    }

    /** How many waited for each, by the methods in which they did. */
    private Map<Instance, Map<String, Long>> instances() {
        Map<Instance, Map<String, Long>> sites = new HashMap<>();
        WaitSample.forEach(samples, virtual, (moment, waiting, count) -> {
            if (waiting.kind().isContention()) {
                sites.computeIfAbsent(instance(waiting), key -> new HashMap<>())
                        .merge(places.method(waiting.stack(), waiting.frame()), count, Long::sum);
            }
        });
        return sites;
    }

    private void group(Map<Instance, Map<String, Long>> instances) {
        long all = Arrays.stream(contended).sum();
        Map<Instance, Group> joined = new HashMap<>();
        instances.forEach((instance, sites) -> {
            long of = sites.values().stream().mapToLong(Long::longValue).sum();
            Instance key = of >= MIN_SHARE * all
                    ? instance
                    : new Instance(instance.kind(), instance.lock(), null, mostFrequent(sites));
            Group group = joined.computeIfAbsent(key, one -> new Group(instance.kind(), instance.lock()));
            group.instances.add(instance);
            groups.put(instance, group);
        });
    }

    private static String mostFrequent(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .orElseThrow()
                .getKey();
    }

    /** One lock, or several that are joined. */
    private final class Group {
        private final Doing kind;
        private final String lock;
        private final Set<Instance> instances = new HashSet<>();
        private final long[] waiters = new long[samples.size()];
        private final Map<Site, Long> sites = new HashMap<>();
        private final Map<StackLines, Long> stacks = new HashMap<>();
        private final Map<Holder, Set<Integer>> holders = new HashMap<>();
        private final Set<Integer> seen = new HashSet<>();

        private Group(Doing kind, String lock) {
            this.kind = kind;
            this.lock = lock;
        }

        private void add(int moment, Waiting waiting, long count) {
            waiters[moment] += count;
            stacks.merge(waiting.stack(), count, Long::sum);
            sites.merge(new Site(places.of(waiting.stack(), waiting.frame()), 0), count, Long::sum);
        }

        private void hold(int moment, Holding holding) {
            // Threads of the other kind may wait for it, and these not.
            if (waiters[moment] == 0) {
                return;
            }
            String method = holding.frame() < 0
                    ? places.method(holding.stack(), holding.waits())
                    : holding.stack().stack().frames().get(holding.frame()).method();
            Holder holder = new Holder(
                    method, places.label(holding.stack(), holding.waits()), holding.doing(), holding.virtual(), 0);
            holders.computeIfAbsent(holder, key -> new HashSet<>()).add(moment);
            seen.add(moment);
        }

        /** @param alone whether it is the only one of its class, which nothing has to tell from others */
        private Contended made(boolean alone) {
            int some = (int) Arrays.stream(waiters).filter(count -> count > 0).count();
            boolean known = instances.stream().allMatch(instance -> instance.identity() != null);
            return new Contended(
                    kind,
                    lock,
                    instances.size() == 1 && !alone
                            ? instances.iterator().next().identity()
                            : null,
                    known ? Quantity.of(instances.size()) : Quantity.unknown("not identified in the dumps"),
                    Sampled.share(waiters.length, i -> waiters[i], i -> contended[i]),
                    Waiters.of(waiters, threads),
                    sorted(),
                    new Had(some, holders(), owner(), some - seen.size()),
                    Map.copyOf(stacks));
        }

        private List<Site> sorted() {
            return sites.entrySet().stream()
                    .map(entry -> new Site(entry.getKey().at(), entry.getValue()))
                    .sorted(Comparator.comparingLong(Site::count).reversed().thenComparing(Site::place))
                    .toList();
        }

        private @Nullable Owner owner() {
            Map<String, Set<Integer>> methods = new HashMap<>();
            holders.forEach((holder, moments) -> methods.computeIfAbsent(holder.method(), method -> new HashSet<>())
                    .addAll(moments));
            Map<String, Long> counts = new HashMap<>();
            methods.forEach((method, moments) -> counts.put(method, (long) moments.size()));
            if (counts.isEmpty()) {
                return null;
            }
            String method = mostFrequent(counts);
            Holder mostly = holders().stream()
                    .filter(holder -> holder.method().equals(method))
                    .findFirst()
                    .orElseThrow();
            return new Owner(method, Math.toIntExact(counts.getOrDefault(method, 0L)), mostly);
        }

        private List<Holder> holders() {
            return holders.entrySet().stream()
                    .map(entry -> entry.getKey().seenIn(entry.getValue().size()))
                    .sorted(Comparator.comparingInt(Holder::samples)
                            .reversed()
                            .thenComparing(Holder::method)
                            .thenComparing(Holder::at)
                            .thenComparing(Holder::doing)
                            .thenComparing(Holder::virtual))
                    .toList();
        }
    }
}
