package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.diff.LogRatio.Slices;
import dev.loomweight.pins.pinning.diff.SiteChange.Change;
import dev.loomweight.pins.pinning.diff.SiteChange.Doubt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What differs between the pins of two runs: the one judge for all who compare them. A difference of measurement, of load or
 * of length is none of the program, so of each site the number of pins is compared for equal load, and the time for each
 * pin, both with the error that the runs' own spread leaves.
 *
 * @param changes all sites of both; those that are gone first, then new ones, longer, more often
 * @param load by how much all sites have more pins in equal times
 * @param pace by how much all pins take longer
 */
public record PinDifference(List<SiteChange> changes, LoadChange load, LoadChange pace) {

    /** How often a pair of unchanged programs may be called changed, at most. */
    private static final double FALSE_CLAIMS = 0.0075;

    /** What is asked of a site: its number of pins, their mean time, and their usual one. */
    private static final double QUESTIONS = 3;

    /** How often a site that pins by chance is in one run alone. */
    private static final double FALSE_PRESENCE = 0.01;

    /** Fewer are never certain. */
    private static final double MIN_CERTAIN = 3;

    /** Only where several sites move is it known what moves all. */
    private static final int SEVERAL = 3;

    /** A variance that is not known from the runs allows no smaller ratio to be certain. */
    private static final double MIN_ASSUMED = 2;

    /** The first two names of a class, such as {@code com.acme}. */
    private static final Pattern PACKAGE = Pattern.compile("^([^.]+\\.[^.]+)\\..*");

    private static final long SECOND = 1_000_000_000;

    public PinDifference {
        changes = List.copyOf(changes);
    }

    /** Whether both have pins, and no site and no package of the application in common: they are of two applications. */
    public boolean isUnrelated() {
        Set<String> before = new HashSet<>();
        Set<String> after = new HashSet<>();
        for (SiteChange change : changes) {
            if (change.before() != null && change.after() != null) {
                return false;
            }
            add(change.before(), before);
            add(change.after(), after);
        }
        return !before.isEmpty() && !after.isEmpty() && Collections.disjoint(before, after);
    }

    private static void add(@Nullable Site site, Set<String> packages) {
        if (site != null) {
            site.stacks().stream()
                    .flatMap(stack -> stack.methods().methods().stream())
                    .map(method -> method.substring(0, Math.max(0, method.lastIndexOf('.'))))
                    .filter(type -> !JvmNames.isJdk(type))
                    .map(type -> PACKAGE.matcher(type).replaceFirst("$1"))
                    .forEach(packages::add);
        }
    }

    /** Compares two runs, of which it is not known whether the first pin of a JVM is missing. */
    public static PinDifference between(PinCensus before, PinCensus after, ChangeRule rule) {
        return new Judge(new Side(before, Gaps.NONE, Runs.ONE), new Side(after, Gaps.NONE, Runs.ONE), rule).all();
    }

    /** Compares two runs, or some runs of one program with some of another. */
    public static PinDifference between(
            PinReading before, Runs earlier, PinReading after, Runs later, ChangeRule rule) {
        return new Judge(
                        new Side(before.census(), Gaps.of(before), earlier),
                        new Side(after.census(), Gaps.of(after), later),
                        rule)
                .all();
    }

    private record Side(PinCensus census, Gaps gaps, Runs runs) {}

    /**
     * What a run may lack.
     *
     * @param first whether that may be the first pin of its JVM
     * @param any whether events were off or lost
     */
    private record Gaps(boolean first, boolean any) {
        private static final Gaps NONE = new Gaps(false, false);

        private static Gaps of(PinReading reading) {
            return new Gaps(reading.mayLackFirst(), !reading.missing().isEmpty());
        }
    }

    /** How long the pins of a run were within a second of it, in nanoseconds; 0 where its length is not known. */
    static long perSecond(Sum sum, PinCensus run) {
        return run.recorded().isPositive()
                ? Math.round(sum.nanos() / (run.recorded().toNanos() / (double) SECOND))
                : 0;
    }

    private static final class Judge {
        private final Side before;
        private final Side after;
        private final ChangeRule rule;
        private final BetweenRuns runs;
        private final Slices slices;
        private final List<SiteMatch> matches;
        private final boolean isForWork;

        /** How many times as long the later run is, or does as much. */
        private final double lengths;

        private final double probability;

        private Judge(Side before, Side after, ChangeRule rule) {
            this.before = before;
            this.after = after;
            this.rule = rule;
            this.runs = new BetweenRuns(before.census, before.runs, after.census, after.runs);
            this.slices = new Slices(Slices.of(before.census.sites()), Slices.of(after.census.sites()));
            this.matches = new ArrayList<>(SiteMatch.between(before.census, after.census));
            this.isForWork = before.runs.allWork() > 0 && after.runs.allWork() > 0;
            this.lengths = isForWork
                    ? after.runs.allWork() / before.runs.allWork()
                    : lengths(before.census.recorded(), after.census.recorded());
            this.probability = FALSE_CLAIMS / (QUESTIONS * Math.max(1, matches.size()));
        }

        private static double lengths(Duration before, Duration after) {
            return before.isPositive() && after.isPositive() ? (double) after.toNanos() / before.toNanos() : 1;
        }

        private PinDifference all() {
            joinMoved();
            List<@Nullable LogRatio> numbers = numbers();
            List<@Nullable LogRatio> times = times();
            LoadChange load = load(numbers);
            LoadChange pace = LoadChange.ofNearlyAll(known(times));
            List<@Nullable LogRatio> usual = usualTimes();
            LoadChange usualPace = LoadChange.ofNearlyAll(known(usual));
            List<SiteChange> changes = new ArrayList<>();
            for (int i = 0; i < matches.size(); i++) {
                Change time = Change.clearer(
                        change(pace, times.get(i), rule.timeMargin()),
                        change(usualPace, usual.get(i), rule.timeMargin()));
                changes.add(change(matches.get(i), load, change(load, numbers.get(i), rule.numberMargin()), time));
            }
            changes.sort(Comparator.comparing((SiteChange change) -> !change.isCertain())
                    .thenComparing(SiteChange::kind)
                    .thenComparing(Comparator.comparingLong(Judge::moved).reversed())
                    .thenComparing(change -> change.site().key().toString()));
            return new PinDifference(changes, load, pace);
        }

        private List<@Nullable LogRatio> numbers() {
            long both = matches.stream()
                    .filter(match -> match.before() != null && match.together() != null)
                    .count();
            List<@Nullable LogRatio> numbers = new ArrayList<>();
            for (SiteMatch match : matches) {
                Site was = match.before();
                Site is = match.together();
                numbers.add(
                        was != null && is != null
                                ? LogRatio.ofNumbers(was, is, slices, lengths, both >= SEVERAL)
                                : null);
            }
            return runs.numbers(matches, numbers);
        }

        private LoadChange load(List<@Nullable LogRatio> numbers) {
            // The same in equal times, or the same work, sooner or later; where the work is known, that is the load.
            return isForWork ? LoadChange.NONE : LoadChange.of(known(numbers), List.of(0.0, -Math.log(lengths)));
        }

        private List<@Nullable LogRatio> times() {
            List<@Nullable LogRatio> times = new ArrayList<>();
            for (SiteMatch match : matches) {
                Site was = match.before();
                Site is = match.together();
                times.add(was != null && is != null ? LogRatio.ofTimes(was, is) : null);
            }
            return runs.times(matches, times);
        }

        /** Of one run a side: by how much runs differ in these is known of the means alone. */
        private List<@Nullable LogRatio> usualTimes() {
            List<@Nullable LogRatio> times = new ArrayList<>();
            for (SiteMatch match : matches) {
                Site was = match.before();
                Site is = match.together();
                times.add(was != null && is != null && !runs.isKnown() ? LogRatio.ofUsualTimes(was, is) : null);
            }
            return times;
        }

        private void joinMoved() {
            List<SiteMatch> apart = List.copyOf(matches);
            // Where all code moved, only what may have moved shows the load and the pace.
            take(MovedSites.join(apart, (was, is) -> true, null));
            BiPredicate<Site, Site> aboutAsMany = aboutAsMany();
            LoadChange pace = rule.eachPin() ? LoadChange.NONE : LoadChange.ofNearlyAll(known(times()));
            take(MovedSites.join(apart, aboutAsMany, pace));
        }

        private void take(List<SiteMatch> joined) {
            matches.clear();
            matches.addAll(joined);
        }

        private BiPredicate<Site, Site> aboutAsMany() {
            if (rule.eachPin()) {
                return (was, is) -> is.sum().count() <= was.sum().count();
            }
            List<@Nullable LogRatio> known = numbers();
            LoadChange load = load(known);
            boolean isLoadKnown = known.stream().anyMatch(Objects::nonNull);
            return (was, is) -> !isLoadKnown
                    || MovedSites.isAbout(load.without(LogRatio.ofNumbers(was, is, slices, lengths, false)));
        }

        private static long moved(SiteChange change) {
            return Math.abs(change.sumAfter().nanos() - change.sumBefore().nanos());
        }

        private static List<LogRatio> known(List<@Nullable LogRatio> ratios) {
            return ratios.stream().filter(Objects::nonNull).toList();
        }

        private SiteChange change(SiteMatch match, LoadChange load, @Nullable Change number, @Nullable Change time) {
            Site was = match.before();
            Site is = match.together();
            if (was == null || is == null) {
                return new SiteChange(match, was, is, null, null, doubt(was, is, load));
            }
            return rule.eachPin()
                    ? eachPin(match, was, is)
                    : new SiteChange(
                            match,
                            was,
                            is,
                            number,
                            time,
                            match.fit() == SiteMatch.Fit.MOVED ? doubtOfMove(was, is, load) : Doubt.NONE);
        }

        /** Sites that seem to be gone and new by chance have not moved. */
        private Doubt doubtOfMove(Site was, Site is, LoadChange load) {
            Doubt ofNew = doubt(null, is, load);
            return ofNew == Doubt.NONE ? doubt(was, null, load) : ofNew;
        }

        private @Nullable Change change(LoadChange ofAll, @Nullable LogRatio measured, double margin) {
            if (measured == null) {
                return null;
            }
            LogRatio ratio = ofAll.without(measured);
            double least = ratio.spreadKnown() ? margin : Math.max(MIN_ASSUMED, margin);
            return new Change(Math.exp(ratio.value()), Math.max(least, ratio.beyondChance(probability)));
        }

        /** Counts and sums as they are; later runs that are longer, or more of them, may have more in proportion. */
        private SiteChange eachPin(SiteMatch match, Site was, Site is) {
            double allowed = Runs.scale(before.census, before.runs, after.census, after.runs);
            Change number = new Change(is.sum().count() / (was.sum().count() * allowed), rule.numberMargin());
            double nanos =
                    Math.max(1, is.sum().nanos()) / (Math.max(1, was.sum().nanos()) * allowed);
            Change time = number.isMore() ? null : new Change(nanos, rule.numberMargin());
            return new SiteChange(match, was, is, number, time, Doubt.NONE);
        }

        private Doubt doubt(@Nullable Site was, @Nullable Site is, LoadChange load) {
            if (rule.eachPin()) {
                return Doubt.NONE;
            }
            Site site = Objects.requireNonNull(is == null ? was : is);
            Side with = is == null ? before : after;
            Gaps gaps = (is == null ? after : before).gaps;
            if (gaps.first && site.sum().count() <= with.census.processes().size()) {
                return Doubt.FIRST_LOST;
            }
            if (gaps.any && before.gaps.any != after.gaps.any) {
                return Doubt.NOT_RECORDED;
            }
            if (with.runs.isOfOne(site)) {
                return Doubt.ONE_RUN;
            }
            double later = lengths * load.ratio();
            double share = (is == null ? 1 : later) / (1 + later);
            double pins = LogRatio.independent(site);
            return pins < MIN_CERTAIN || Math.pow(share, pins) > FALSE_PRESENCE ? Doubt.FEW : Doubt.NONE;
        }
    }
}
