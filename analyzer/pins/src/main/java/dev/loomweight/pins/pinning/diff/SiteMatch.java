package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.kernel.stacks.StackMethods;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.OfStack;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One pinning site in two recordings, possibly of two builds.
 *
 * <p>Sites are the same if their {@link SiteKey} is. A class file that is missing, or that is not the one that ran,
 * leaves open which frame holds a monitor; then the same stack, without lines, has another identity. So a stack of one
 * recording is also matched with the same stack of the other, if the holder that one of them names is a frame that the
 * other could not decide. Its pins then count at the site whose holder is known. Both recordings are treated alike.
 *
 * <p>What neither decides is matched by its place, as every site. But a method can hold a monitor that was on no undecided
 * stack of that place before: pins on such a stack may be of a new site that hides among those that are not decided, and
 * are new.
 *
 * @param before what it was, or null where it was not
 * @param after the sites that it is, the costliest first; several if they differ in their causes; empty where it is gone
 * @param fit whose class files leave open whether it is the same site
 */
public record SiteMatch(@Nullable Site before, List<Site> after, Fit fit) {

    /** Whether class files decide that a site is the same. */
    public enum Fit {
        /** They do, or it does not matter. */
        DECIDED,
        /** Those of the earlier recording do not: it is the same stack. */
        BEFORE_UNDECIDED,
        /** Those of the later recording do not: it is the same stack. */
        AFTER_UNDECIDED,
        /** Neither do: it is the same stack. */
        BOTH_UNDECIDED,
        /** It seems to be new, and its holder is not decided. */
        NEW_UNDECIDED,
        /** Its code has another name or place, as {@link MovedSites} finds. */
        MOVED;

        /** Whether a site is compared by its stack alone. */
        public boolean isByStack() {
            return this == BEFORE_UNDECIDED || this == AFTER_UNDECIDED || this == BOTH_UNDECIDED;
        }

        /** Whether it would help to have the class files of the earlier recording. */
        public boolean needsClassesBefore() {
            return this == BEFORE_UNDECIDED || this == BOTH_UNDECIDED;
        }

        /** Whether it would help to have the class files of the later recording. */
        public boolean needsClassesAfter() {
            return this == AFTER_UNDECIDED || this == BOTH_UNDECIDED || this == NEW_UNDECIDED;
        }

        private Fit and(Fit other) {
            return this == DECIDED || this == other ? other : other == DECIDED ? this : BOTH_UNDECIDED;
        }
    }

    public SiteMatch {
        after = List.copyOf(after);
    }

    /** What it is, all causes together; null where it is gone. */
    public @Nullable Site together() {
        return together(after);
    }

    /** The pins after, all causes together. */
    public Sum sumAfter() {
        return after.stream().map(Site::sum).reduce(Sum.NONE, Sum::plus);
    }

    /** The pins before. */
    public Sum sumBefore() {
        return before == null ? Sum.NONE : before.sum();
    }

    /**
     * Matches all sites.
     *
     * @param before the earlier recording
     * @param after the later one
     * @return each site of either once, in the order of the later one, then those that are gone
     */
    public static List<SiteMatch> between(PinCensus before, PinCensus after) {
        return new Matcher(before, after).all();
    }

    /**
     * What class files leave open, and which to pass; empty where they decide everything.
     *
     * @param fits one for each match
     */
    public static Optional<Finding> classFiles(List<Fit> fits) {
        long byStack = fits.stream().filter(Fit::isByStack).count();
        long hidden = fits.stream().filter(fit -> fit == Fit.NEW_UNDECIDED).count();
        if (byStack + hidden == 0) {
            return Optional.empty();
        }
        boolean before = fits.stream().anyMatch(Fit::needsClassesBefore);
        boolean after = fits.stream().anyMatch(Fit::needsClassesAfter);
        List<String> summary = new ArrayList<>();
        if (byStack > 0) {
            summary.add(Amounts.count(byStack, "site is", "sites are")
                    + " matched by stack alone (same methods, lines aside): class files are missing or are not those that"
                    + " ran " + (before && after ? "before and after" : before ? "before" : "after")
                    + ", so the holder there is unknown.");
        }
        if (hidden > 0) {
            summary.add(Amounts.count(hidden, "site counts", "sites count")
                    + " as new: the holder is unknown, and may be a method that was on no such stack before.");
        }
        String earlier = "the class files of the earlier build with --classpath-before (of another JDK: --jdk-before)";
        String later = "the class files of the later build with --classpath (of another JDK: --jdk)";
        return Optional.of(new Finding(
                "classFilesDiffer",
                Severity.INFO,
                String.join(" ", summary),
                "",
                "Pass " + (before && after ? earlier + ", and " + later : before ? earlier : later) + "."));
    }

    /** The sites that become one match. */
    private static final class Group {
        private final List<Site> before = new ArrayList<>();
        private final List<Site> after = new ArrayList<>();
        private Fit fit = Fit.DECIDED;

        SiteMatch match() {
            return new SiteMatch(together(before), sorted(after), fit);
        }
    }

    private static @Nullable Site together(List<Site> sites) {
        return sorted(sites).stream().reduce(Site::plus).orElse(null);
    }

    /** Those with a holder first, then the costliest. */
    private static List<Site> sorted(List<Site> sites) {
        return sites.stream()
                .sorted(Comparator.comparing((Site site) -> !site.blamed()).thenComparing(Site::sum, Sum.HEAVIEST))
                .toList();
    }

    /** A stack of a site. */
    private record At(Site site, OfStack stack) {

        /** Whether the other names a holder that this could not decide. */
        boolean leavesOpen(At other) {
            return other.site.blamed()
                    && stack.undecided().contains(other.site.key().holder());
        }
    }

    /** Some stacks of one site that count at the same site. */
    private static final class Part {
        private final Site site;
        private final List<OfStack> stacks = new ArrayList<>();
        private Fit fit = Fit.DECIDED;

        Part(Site site) {
            this.site = site;
        }

        Site asSite() {
            return stacks.size() == site.stacks().size() ? site : site.only(stacks);
        }
    }

    private static final class Matcher {
        private final List<Site> before;
        private final List<Site> after;
        private final Map<StackMethods, List<At>> stacksBefore;
        private final Map<StackMethods, List<At>> stacksAfter;
        private final Map<SiteKey, Group> groups = new LinkedHashMap<>();
        // Identities that one stack without a known holder can be of are compared together: which of them it is, is
        // not known.
        private final Map<SiteKey, SiteKey> joined = new HashMap<>();

        Matcher(PinCensus before, PinCensus after) {
            this.before = before.sites();
            this.after = after.sites();
            this.stacksBefore = byStack(this.before);
            this.stacksAfter = byStack(this.after);
        }

        private static Map<StackMethods, List<At>> byStack(List<Site> sites) {
            Map<StackMethods, List<At>> all = new HashMap<>();
            sites.forEach(site -> site.stacks()
                    .forEach(stack -> all.computeIfAbsent(stack.methods(), key -> new ArrayList<>(1))
                            .add(new At(site, stack))));
            return all;
        }

        List<SiteMatch> all() {
            Map<Part, SiteKey> later = new LinkedHashMap<>();
            Map<Part, SiteKey> earlier = new LinkedHashMap<>();
            after.forEach(site -> divide(site, stacksBefore, Fit.AFTER_UNDECIDED, later));
            before.forEach(site -> divide(site, stacksAfter, Fit.BEFORE_UNDECIDED, earlier));
            later.forEach((part, home) -> group(home, part.fit).after.add(part.asSite()));
            earlier.forEach((part, home) -> group(home, part.fit).before.add(part.asSite()));
            List<SiteMatch> matches = new ArrayList<>();
            for (Group group : groups.values()) {
                Site hidden = takeNew(group);
                if (!group.before.isEmpty() || !group.after.isEmpty()) {
                    matches.add(group.match());
                }
                if (hidden != null) {
                    matches.add(new SiteMatch(null, List.of(hidden), Fit.NEW_UNDECIDED));
                }
            }
            return matches;
        }

        /** Divides a site by the site where its stacks count: mostly all at its own. */
        private void divide(Site site, Map<StackMethods, List<At>> others, Fit undecided, Map<Part, SiteKey> into) {
            Map<SiteKey, Part> parts = new LinkedHashMap<>();
            for (OfStack stack : site.stacks()) {
                At here = new At(site, stack);
                List<SiteKey> homes = homes(here, others.getOrDefault(stack.methods(), List.of()), undecided);
                homes.forEach(home -> join(homes.getFirst(), home));
                Part part = parts.computeIfAbsent(homes.getFirst(), key -> new Part(site));
                part.stacks.add(stack);
                part.fit = part.fit.and(homes.getFirst().equals(site.key()) ? Fit.DECIDED : undecided);
            }
            parts.forEach((home, part) -> into.put(part, home));
        }

        /**
         * Where the pins of a stack count: at the sites whose holders this one could not decide, if there are some. If
         * each could not decide the other's, the later one counts where the earlier does.
         */
        private static List<SiteKey> homes(At here, List<At> same, Fit undecided) {
            List<SiteKey> open = same.stream()
                    .filter(here::leavesOpen)
                    .filter(other -> undecided == Fit.AFTER_UNDECIDED || !other.leavesOpen(here))
                    .map(other -> other.site.key())
                    .distinct()
                    .toList();
            boolean known = same.stream().anyMatch(other -> other.site.key().equals(here.site.key()));
            return known || open.isEmpty() ? List.of(here.site.key()) : open;
        }

        private void join(SiteKey one, SiteKey other) {
            SiteKey root = root(one);
            if (!root.equals(root(other))) {
                joined.put(root(other), root);
            }
        }

        private SiteKey root(SiteKey identity) {
            SiteKey root = identity;
            for (SiteKey next = joined.get(root); next != null; next = joined.get(root)) {
                root = next;
            }
            return root;
        }

        private Group group(SiteKey home, Fit fit) {
            Group group = groups.computeIfAbsent(root(home), key -> new Group());
            group.fit = group.fit.and(fit);
            return group;
        }

        /**
         * Takes the stacks out of a group that is undecided on both sides which have a method that may hold a monitor and
         * was on none of its stacks before.
         *
         * @return these as a site, or null if there are none
         */
        private static @Nullable Site takeNew(Group group) {
            if (group.before.isEmpty()
                    || !group.before.stream().allMatch(Site::isUndecided)
                    || !group.after.stream().allMatch(Site::isUndecided)) {
                return null;
            }
            Set<String> known = new HashSet<>();
            group.before.forEach(site ->
                    site.stacks().forEach(stack -> known.addAll(stack.methods().methods())));
            Site hidden = null;
            for (Site site : List.copyOf(group.after)) {
                List<OfStack> fresh = site.stacks().stream()
                        .filter(stack -> stack.methods().methods().stream()
                                .anyMatch(method -> !known.contains(method)
                                        && stack.undecided().contains(method)))
                        .toList();
                if (!fresh.isEmpty()) {
                    List<OfStack> rest = new ArrayList<>(site.stacks());
                    rest.removeAll(fresh);
                    group.after.remove(site);
                    if (!rest.isEmpty()) {
                        group.after.add(site.only(rest));
                    }
                    Site part = site.only(fresh);
                    hidden = hidden == null ? part : hidden.plus(part);
                }
            }
            return hidden;
        }
    }
}
