package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.pins.pinning.PinCensus.OfStack;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.diff.SiteMatch.Fit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sites that are gone and new, and are one whose code moved: a method that was renamed or extracted, the number of a lambda,
 * a class in another package or of another name. They block in the same call, their stacks differ by few methods, and they
 * have about as many pins for equal load, about as long.
 */
final class MovedSites {

    private static final Pattern LAMBDA = Pattern.compile("(lambda\\$.*?\\$?)\\d+$");

    /** At most so many methods of a stack are on one side only. */
    private static final int MOST_CHANGED = 2;

    /** The logarithm of the largest ratio at which two amounts are about the same. */
    private static final double ABOUT = Math.log(1.25);

    /** The same of the means of a few pins, of which one can be much longer. */
    private static final double ABOUT_OF_FEW = Math.log(4);

    private static final double ERRORS = 3;

    private MovedSites() {}

    /** A site that is gone and one that is new. */
    private record Pair(SiteMatch gone, SiteMatch fresh, int common, double apart) {}

    /**
     * The same matches, where each pair that moved is one.
     *
     * @param numbers whether two have about as many pins for equal load
     * @param pace by how much all pins take longer; null where pins may be of any length
     */
    static List<SiteMatch> join(List<SiteMatch> matches, BiPredicate<Site, Site> numbers, @Nullable LoadChange pace) {
        List<Pair> pairs = new ArrayList<>();
        for (SiteMatch gone : matches) {
            Site was = gone.before();
            if (was != null && gone.after().isEmpty()) {
                for (SiteMatch fresh : matches) {
                    Site is = fresh.before() == null ? fresh.together() : null;
                    if (is != null && was.key().blocker().equals(is.key().blocker()) && isAlike(was, is, pace)) {
                        int common = common(was, is);
                        if (common >= 0 && numbers.test(was, is)) {
                            pairs.add(new Pair(gone, fresh, common, apart(was.sum(), is.sum())));
                        }
                    }
                }
            }
        }
        pairs.sort(Comparator.comparingInt(Pair::common).reversed().thenComparingDouble(Pair::apart));
        Set<SiteMatch> taken = new HashSet<>();
        List<SiteMatch> joined = new ArrayList<>();
        for (Pair pair : pairs) {
            if (!taken.contains(pair.gone) && !taken.contains(pair.fresh)) {
                taken.add(pair.gone);
                taken.add(pair.fresh);
                joined.add(new SiteMatch(pair.gone.before(), pair.fresh.after(), Fit.MOVED));
            }
        }
        matches.stream().filter(match -> !taken.contains(match)).forEach(joined::add);
        return joined;
    }

    private static double apart(Sum was, Sum is) {
        return Math.abs(Math.log((is.count() + 0.5) / (was.count() + 0.5)))
                + Math.abs(Math.log((is.nanos() + 1.0) / (was.nanos() + 1.0)));
    }

    /** Whether their pins are about as long. */
    private static boolean isAlike(Site was, Site is, @Nullable LoadChange pace) {
        if (pace == null) {
            return true;
        }
        LogRatio times = LogRatio.ofTimes(was, is);
        return times == null ? Math.abs(Math.log(mean(is) / mean(was))) <= ABOUT_OF_FEW : isAbout(pace.without(times));
    }

    private static double mean(Site site) {
        return Math.max(1.0, (double) site.sum().nanos()) / site.sum().count();
    }

    /** Whether a ratio is about 1, or may be. */
    static boolean isAbout(LogRatio ratio) {
        return Math.abs(ratio.value()) <= Math.max(ABOUT, ERRORS * Math.sqrt(ratio.variance()));
    }

    /** How many methods of the application their costliest stacks have in common; -1 where they are not neighbours. */
    private static int common(Site was, Site is) {
        List<String> before = methods(was);
        List<String> after = methods(is);
        if (before.isEmpty() || after.isEmpty()) {
            return -1;
        }
        int same = common(before, after, String::equals);
        int changed = Math.max(before.size(), after.size()) - same;
        if (changed <= MOST_CHANGED && same > 0) {
            return same;
        }
        if (changed <= MOST_CHANGED && classOf(before.getFirst()).equals(classOf(after.getFirst()))) {
            return 0;
        }
        // All of a class or a package has another name.
        int named = common(before, after, (one, other) -> methodOf(one).equals(methodOf(other)));
        return named == before.size() && named == after.size() ? named : -1;
    }

    private static List<String> methods(Site site) {
        return site.stacks().stream()
                .max(Comparator.comparing(OfStack::sum, Sum.HEAVIEST.reversed()))
                .map(stack -> stack.methods().methods().stream()
                        .filter(method -> !JvmNames.isJdk(classOf(method)))
                        .map(method -> LAMBDA.matcher(method).replaceFirst("$1"))
                        .toList())
                .orElse(List.of());
    }

    private static String classOf(String method) {
        return method.substring(0, Math.max(0, method.lastIndexOf('.')));
    }

    private static String methodOf(String method) {
        return method.substring(method.lastIndexOf('.') + 1);
    }

    /** The length of the longest common subsequence. */
    private static int common(List<String> some, List<String> others, BiPredicate<String, String> same) {
        int[] last = new int[others.size() + 1];
        for (String one : some) {
            int[] next = new int[others.size() + 1];
            for (int i = 0; i < others.size(); i++) {
                next[i + 1] = same.test(one, others.get(i)) ? last[i] + 1 : Math.max(last[i + 1], next[i]);
            }
            last = next;
        }
        return last[others.size()];
    }
}
