package dev.loomweight.pins.pinning;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.stacks.LibraryFaults;
import dev.loomweight.kernel.stacks.StackMethods;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.pins.scheduler.Occupancy;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All pins of some inputs by site, to compare or judge them.
 *
 * @param sites the costliest first; of one identity several, if they differ in their causes
 * @param processes those that have pins
 * @param recordedBy how long pins were recorded, by process; empty where no recording has it
 * @param monitorsPin whether there is a recording of a JDK before 24, where monitors do
 * @param firstCut whether one of these begins with its JVM: there the first pin of a JVM is recorded too short, or is
 *     shorter than the threshold and not recorded
 * @param faults what is said of known faults of libraries that hold monitors at the sites
 */
public record PinCensus(
        List<Site> sites,
        List<CarrierUse> processes,
        Map<String, Duration> recordedBy,
        boolean monitorsPin,
        boolean firstCut,
        List<Finding> faults) {

    /**
     * Pins of which it is not known that the first are too short, nor whether libraries hold monitors there.
     *
     * @param recorded how long they were recorded, of all processes together; zero where that is not known
     */
    public PinCensus(List<Site> sites, List<CarrierUse> processes, Duration recorded, boolean monitorsPin) {
        this(sites, processes, recorded.isZero() ? Map.of() : Map.of("", recorded), monitorsPin, false, List.of());
    }

    public PinCensus {
        sites = List.copyOf(sites);
        processes = List.copyOf(processes);
        recordedBy = Map.copyOf(recordedBy);
    }

    /** How long pins were recorded, of all processes together; zero where no recording has it. */
    public Duration recorded() {
        return recorded(recordedBy.keySet());
    }

    /** The same of some processes. */
    public Duration recorded(Set<String> some) {
        return some.stream()
                .map(process -> recordedBy.getOrDefault(process, Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    static PinCensus of(PinSummary summary, PinOptions options, Coverage coverage) {
        record Key(SiteKey key, List<String> causeIds, boolean own) {}
        Map<Key, Site> sites = new LinkedHashMap<>();
        SiteSentences sentences = new SiteSentences(options, summary.monitorsPin());
        LibraryFaults faults = new LibraryFaults(options.faults());
        SiteSpreads spreads = new SiteSpreads(
                summary,
                coverage,
                PinReading.shortest(
                        coverage, summary.monitorsPin(), options.filter().min()));
        for (PinSite site : summary.sites()) {
            if (!site.diagnosis().needsClassFile()) {
                faults.add(site.first(), sentences.blamed(site, site.first()));
            }
            Site counted = site(site, sentences, options, spreads.of(site));
            sites.merge(new Key(counted.key(), counted.causeIds(), counted.own()), counted, Site::and);
        }
        return new PinCensus(
                sites.values().stream()
                        .sorted(Comparator.comparing(Site::sum, Sum.HEAVIEST)
                                .thenComparing(site -> site.key() + " " + site.causeIds()))
                        .toList(),
                summary.processes().stream().map(CarrierUse::of).toList(),
                coverage.recordedBy(Pin.EVENT),
                summary.monitorsPin(),
                summary.firstCut(),
                faults.findings());
    }

    private static Site site(PinSite site, SiteSentences sentences, PinOptions options, SlicedSpread spread) {
        PinCause first = site.first();
        return new Site(
                site.site(),
                site.causes().stream()
                        .map(cause -> cause.kind().id())
                        .distinct()
                        .toList(),
                site.causes().stream()
                        .map(cause -> cause.kind().words())
                        .distinct()
                        .collect(Collectors.joining(" in ")),
                isOwn(site, options.own()),
                site.sum(),
                new Site.Words(
                        site.place(options.code()::sourceFile),
                        sentences.summary(site),
                        site.diagnosis().needsClassFile()
                                ? sentences.classFiles(List.of(site))
                                : sentences.solution(site)),
                first.frame() != null,
                stacks(site),
                SiteContext.of(site, options),
                spread,
                site.byProcess());
    }

    private static List<OfStack> stacks(PinSite site) {
        Map<StackMethods, OfStack> all = new LinkedHashMap<>();
        site.stacks().forEach((lines, sum) -> {
            StackTrace stack = lines.stack();
            List<String> undecided = site.undecided(lines).stream()
                    .map(i -> stack.frames().get(i).method().intern())
                    .distinct()
                    .toList();
            StackMethods methods = StackMethods.of(site.event().eventType(), stack);
            all.merge(methods, new OfStack(methods, sum, undecided), OfStack::and);
        });
        return List.copyOf(all.values());
    }

    /**
     * A site without a frame to blame, or without a stack, is the application's unless its stacks have no own frame. Of a
     * truncated stack without one that is not known, so it counts: the missing frames may be the application's.
     */
    private static boolean isOwn(PinSite site, List<String> own) {
        PinCause first = site.first();
        if (first.frame() != null && (first.own() || first.caller() != null)) {
            return true;
        }
        return site.stacks().keySet().stream()
                .anyMatch(stack ->
                        stack.stack().truncated() || (first.frame() == null && (stack.isEmpty() || stack.hasOwn(own))));
    }

    /** All pins together. */
    public Sum total() {
        return sites.stream().map(Site::sum).reduce(Sum.NONE, Sum::plus);
    }

    /**
     * One place that pinned carriers, for those who compare or judge it. It is the same place in another recording, of
     * another build or JDK, if its {@link #key} is.
     *
     * @param key which
     * @param causeIds why, by the keys of {@link CauseKind}, the innermost first; at least one
     * @param cause the same in words
     * @param own whether code of the application's own holds the carrier, or called what does
     * @param sum how many pins, and how long
     * @param words what a report says of it
     * @param blamed whether a frame is to blame, so that the key's holder is one
     * @param stacks its stacks, without lines
     * @param context frames of its costliest stack, as {@link SiteContext} chooses them; empty where no stack is known
     * @param spread how its pins spread within the run
     * @param byProcess its pins of each process; empty where that is not known
     */
    public record Site(
            SiteKey key,
            List<String> causeIds,
            String cause,
            boolean own,
            Sum sum,
            Words words,
            boolean blamed,
            List<OfStack> stacks,
            List<SiteContext> context,
            SlicedSpread spread,
            Map<String, Sum> byProcess)
            implements Measured.Part {

        /**
         * What a report says of a site.
         *
         * @param place where the code is, or null where that is the JDK's or not known
         * @param summary one sentence: what is so
         * @param solution what to do; may be empty
         */
        public record Words(@Nullable Place place, String summary, String solution) {}

        public Site {
            causeIds = List.copyOf(causeIds);
            stacks = List.copyOf(stacks);
            context = List.copyOf(context);
            byProcess = Map.copyOf(byProcess);
        }

        /** What people call it. */
        public String name() {
            return key.name();
        }

        @Override
        public String summary() {
            return words.summary();
        }

        /** Whether its pins come once for each class and process, since a class is initialized once. */
        public boolean isOfInitialization() {
            return has(CauseKind::isOfInitialization);
        }

        /** Whether no frame is blamed, because class files are missing or are not what ran. */
        public boolean isUndecided() {
            return !blamed
                    && stacks.stream().anyMatch(stack -> !stack.undecided().isEmpty());
        }

        /** Whether some of its pins have no stack. */
        public boolean lacksStack() {
            return stacks.stream().anyMatch(stack -> stack.methods().methods().isEmpty());
        }

        /** Whether outer frames are missing on some of its stacks. */
        public boolean isTruncated() {
            return stacks.stream().anyMatch(stack -> stack.methods().truncated());
        }

        /** Whether its pins come once for each class and class loader, since a class is loaded and linked once. */
        public boolean isOfLoading() {
            return has(CauseKind::isOfLoading);
        }

        private boolean has(Predicate<CauseKind> what) {
            return Arrays.stream(CauseKind.values()).anyMatch(kind -> what.test(kind) && causeIds.contains(kind.id()));
        }

        /** Merges two sites of one identity: the sums of both, all else from the costlier one. */
        public Site and(Site other) {
            return Sum.HEAVIEST.compare(sum, other.sum) <= 0 ? plus(other) : other.plus(this);
        }

        /** The same with the pins of another, which may be of another identity. */
        public Site plus(Site other) {
            Map<StackMethods, OfStack> all = new LinkedHashMap<>();
            stacks.forEach(stack -> all.put(stack.methods(), stack));
            other.stacks.forEach(stack -> all.merge(stack.methods(), stack, OfStack::and));
            Map<String, Sum> both = new HashMap<>(byProcess);
            other.byProcess.forEach((process, pins) -> both.merge(process, pins, Sum::plus));
            return with(
                    own || other.own, sum.plus(other.sum), List.copyOf(all.values()), spread.plus(other.spread), both);
        }

        /** The same site with only some of its stacks. */
        public Site only(List<OfStack> some) {
            Sum rest = some.stream().map(OfStack::sum).reduce(Sum.NONE, Sum::plus);
            double share = (double) rest.count() / Math.max(1, sum.count());
            Map<String, Sum> parts = new HashMap<>();
            byProcess.forEach((process, pins) -> parts.put(
                    process,
                    new Sum(
                            Math.round(pins.count() * share),
                            Math.round(pins.nanos() * share),
                            Math.min(pins.maxNanos(), rest.maxNanos()))));
            return with(own, rest, some, spread.part(share), parts);
        }

        private Site with(boolean isOwn, Sum all, List<OfStack> of, SlicedSpread spreads, Map<String, Sum> processes) {
            return new Site(key, causeIds, cause, isOwn, all, words, blamed, of, context, spreads, processes);
        }
    }

    /**
     * The pins of one stack of a site.
     *
     * @param methods the stack, without lines
     * @param sum how many pins, and how long
     * @param undecided the methods on it that may hold monitors too, because their class files are missing or are not what
     *     ran
     */
    public record OfStack(StackMethods methods, Sum sum, List<String> undecided) {

        public OfStack {
            undecided = List.copyOf(undecided);
        }

        private OfStack and(OfStack other) {
            List<String> both = Stream.concat(undecided.stream(), other.undecided.stream())
                    .distinct()
                    .toList();
            return new OfStack(methods, sum.plus(other.sum), both);
        }
    }

    /**
     * What pins did to the carriers of one process.
     *
     * @param subject its name
     * @param carriers how many carriers run virtual threads at once
     * @param least the windows in which it is certain that all carriers were held that there were
     * @param most the windows in which as many were pinned as run at once, and it is not known that other virtual threads ran
     * @param undecidedNanos how long it cannot be decided, since the number of carriers that the JVM may have added for
     *     {@code Object.wait} is not recorded, in nanoseconds
     * @param omittedNanos at most how much longer the windows were, by pins that are too many to be retained one by one, in
     *     nanoseconds
     * @param by the sites that were pinned in these windows, the most pinned first
     */
    public record CarrierUse(
            String subject,
            Quantity carriers,
            Windows least,
            Windows most,
            long undecidedNanos,
            long omittedNanos,
            List<String> by) {

        public CarrierUse {
            by = List.copyOf(by);
        }

        /**
         * Windows of starvation.
         *
         * @param count how many
         * @param nanos how long they are together, in nanoseconds
         */
        public record Windows(int count, long nanos) {

            private static Windows of(FullWindows.Total total) {
                return new Windows(total.windows(), total.nanos());
            }
        }

        static CarrierUse of(PinSummary.OfProcess process) {
            StarvedWindows starvation = StarvedWindows.of(process);
            FullWindows found = starvation.found();
            return new CarrierUse(
                    process.subject(),
                    process.parallelism().carriers(),
                    Windows.of(starvation.least()),
                    Windows.of(starvation.most()),
                    process.held().waits() == Occupancy.Waits.UNBOUNDED ? found.undecidedNanos() : 0,
                    found.omittedNanos(),
                    List.copyOf(starvation.byName().keySet()));
        }
    }
}
