package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Since which version a site is there, and in which it went. That a version does not have it is only said where it would
 * have been seen: if it were in as many of its recordings as in those of the versions that have it, the probability that
 * none of them has it is below one in a hundred. A recording that may lack the first pin of its JVM would not have shown a
 * site that pins once in it.
 */
final class FleetVersions {

    private static final double LIKELY = 0.01;
    private static final int MAX_FINDINGS = 10;
    private static final String RULE =
            "A version is said not to have a site only if that is no accident: were the site in"
                    + " as many of its recordings as in those of the versions that have it, none of them would have it with a"
                    + " probability below 1 %. Recordings that begin with a JVM of JDK 21 to 23 count as far as the site has more"
                    + " than one pin in a recording: the first pin of such a JVM is recorded too short, and is missing where that"
                    + " makes it shorter than the threshold.";

    private final FleetView view;
    private @Nullable List<Life> lives;

    FleetVersions(FleetView view) {
        this.view = view;
    }

    /**
     * When a site was there.
     *
     * @param service of which service
     * @param key the site
     * @param site its pins
     * @param first the first version with it
     * @param last the last version with it
     * @param before the versions before the first
     * @param after the versions after the last
     * @param gone the first version that did not have it any more; empty where it is still there
     */
    record Life(
            String service,
            SiteKey key,
            SiteSums site,
            String first,
            String last,
            Without before,
            Without after,
            String gone) {

        boolean isNews() {
            return before.sure || before.unsure || after.sure || after.unsure;
        }
    }

    /**
     * Versions in which a site was not seen.
     *
     * @param sure whether they did not have it
     * @param unsure whether there are any, and they may have had it unseen
     * @param firstMissing in how many of their recordings the first pin of a JVM may be missing
     */
    record Without(boolean sure, boolean unsure, long firstMissing) {

        private static final Without NONE = new Without(false, false, 0);

        private static Without of(List<Map.Entry<String, GroupSums>> versions, double share, double several) {
            boolean any = !versions.isEmpty();
            boolean sure = any && accident(versions, share, several) < LIKELY;
            return new Without(sure, any && !sure, sum(Counter.FIRST_MISSING, versions));
        }
    }

    /** Every site of every service, the costliest first. */
    List<Life> lives() {
        List<Life> found = lives;
        if (found == null) {
            found = findLives();
            lives = found;
        }
        return found;
    }

    /** How many sites came in the latest version of a service. */
    long newSites(String service) {
        String latest = view.versions(service).lastKey();
        return lives().stream()
                .filter(life -> life.service().equals(service)
                        && life.first().equals(latest)
                        && (life.before().sure || life.before().unsure))
                .count();
    }

    private List<Life> findLives() {
        List<Life> found = new ArrayList<>();
        view.services().forEach((service, all) -> {
            SortedMap<String, GroupSums> versions = view.versions(service);
            all.sites().forEach((key, site) -> {
                // Pins without stacks can be of any site.
                if (key.isInCode()) {
                    found.add(life(service, key, site, versions));
                }
            });
        });
        found.sort(Comparator.comparingLong((Life life) -> -life.site().sum().nanos())
                .thenComparing(Life::service)
                .thenComparing(Life::key));
        return found;
    }

    private static Life life(String service, SiteKey key, SiteSums site, SortedMap<String, GroupSums> versions) {
        List<Map.Entry<String, GroupSums>> all = versions.entrySet().stream()
                .filter(version -> version.getValue().get(Counter.TOLD) > 0)
                .toList();
        int first = -1;
        int last = -1;
        long with = 0;
        long told = 0;
        for (int i = 0; i < all.size(); i++) {
            SiteSums here = all.get(i).getValue().sites().get(key);
            if (here != null) {
                first = first < 0 ? i : first;
                last = i;
                with += here.recordings();
                told += all.get(i).getValue().get(Counter.TOLD);
            }
        }
        if (first < 0) {
            // Its pins are in recordings that do not say whether pinning was on.
            return new Life(service, key, site, "", "", Without.NONE, Without.NONE, "");
        }
        // Jeffreys' estimate, so that one recording of one is no certainty.
        double share = Math.min(1, (with + 0.5) / (told + 1));
        // No more of its recordings can have several pins.
        double several = Math.clamp((double) (site.sum().count() - site.recordings()) / site.recordings(), 0, 1);
        Without after = Without.of(all.subList(last + 1, all.size()), share, several);
        return new Life(
                service,
                key,
                site,
                all.get(first).getKey(),
                all.get(last).getKey(),
                Without.of(all.subList(0, first), share, several),
                after,
                after.sure ? all.get(last + 1).getKey() : "");
    }

    /**
     * The probability that none of the recordings has what is in a share of them.
     *
     * @param several the share of recordings with it that have more than one pin, and show it without the first, at most
     */
    private static double accident(List<Map.Entry<String, GroupSums>> versions, double share, double several) {
        long firstMissing = sum(Counter.FIRST_MISSING, versions);
        long told = sum(Counter.TOLD, versions) - firstMissing;
        return Math.pow(1 - share, (double) told) * Math.pow(1 - share * several, (double) firstMissing);
    }

    private static long sum(Counter counter, List<Map.Entry<String, GroupSums>> versions) {
        return versions.stream()
                .mapToLong(version -> version.getValue().get(counter))
                .sum();
    }

    Section section() {
        List<Life> lives = lives();
        List<Life> news = lives.stream().filter(Life::isNews).toList();
        TreeSet<String> several = new TreeSet<>();
        view.services().keySet().stream()
                .filter(service ->
                        view.versions(service).size() + view.unplaced(service).size() > 1)
                .forEach(several::add);
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        if (several.isEmpty()) {
            blocks.add(
                    Note.of(Note.HEADLINE, "No " + view.serviceWord() + " has recordings of more than one version."));
        } else {
            long came = news.stream().filter(life -> life.before.sure).count();
            long gone = news.stream().filter(life -> !life.gone().isEmpty()).count();
            blocks.add(Note.of(
                    Note.HEADLINE,
                    "Over the versions of " + Amounts.count(several.size(), view.serviceWord()) + ", " + sites(came)
                            + " came and " + sites(gone) + " went"
                            + perhaps(
                                    news.stream()
                                            .filter(life -> life.before.unsure)
                                            .count(),
                                    "came")
                            + perhaps(
                                    news.stream()
                                            .filter(life -> life.after.unsure)
                                            .count(),
                                    "went") + "."));
            if (!news.isEmpty()) {
                blocks.add(table(news));
            }
            blocks.add(order(several));
            news.stream()
                    .filter(life -> life.before.sure)
                    .limit(MAX_FINDINGS)
                    .forEach(life -> findings.add(came(life)));
            news.stream()
                    .filter(life -> !life.gone().isEmpty())
                    .limit(MAX_FINDINGS)
                    .forEach(life -> findings.add(gone(life)));
        }
        return new Section("versions", "Sites by version", blocks, findings);
    }

    private static String perhaps(long count, String what) {
        return count == 0 ? "" : "; " + Amounts.count(count, "site") + " perhaps " + what;
    }

    private static String sites(long count) {
        return count == 0 ? "no site" : Amounts.count(count, "site");
    }

    private Table table(List<Life> news) {
        return Rows.of(Life.class)
                .text("service", view.serviceTitle(), Life::service)
                .text("site", "Site", life -> life.key().name())
                .text("since", "Since", Life::first)
                .text(
                        "gone",
                        "Gone in",
                        life -> life.after.unsure ? "perhaps" : life.gone().isEmpty() ? "still there" : life.gone())
                .nanos("pinned", "Pinned", life -> life.site().sum().nanos())
                .bar()
                .text(
                        "came",
                        "New then",
                        life -> life.before.sure ? "yes" : life.before.unsure ? "perhaps" : "first recorded")
                .text("last", "Last in", Life::last)
                .count("pins", "Pins", life -> life.site().sum().count())
                .text("blocker", "Blocked in", life -> life.key().blocker())
                .top(15)
                .brief("service", "site", "since", "gone", "pinned")
                .table("versions", "Sites that are not in all versions", news, List.of(RULE));
    }

    /** The order that was found, so that a wrong one is seen; the services that lost the most carrier time first. */
    private Table order(Collection<String> services) {
        record OfVersion(String service, String version, GroupSums sums) {}
        List<OfVersion> versions = new ArrayList<>();
        view.costliest().stream()
                .map(Map.Entry::getKey)
                .filter(services::contains)
                .forEach(service -> view.versions(service)
                        .forEach((version, sums) -> versions.add(new OfVersion(service, version, sums))));
        List<String> notes =
                new ArrayList<>(List.of("By their numbers; where one has none, by when its first recording began."));
        List<String> unplaced = services.stream()
                .flatMap(service -> view.unplaced(service).stream().map(version -> service + " " + version))
                .toList();
        if (!unplaced.isEmpty()) {
            notes.add("Not in the order, since the clocks of their recordings were wrong: "
                    + String.join(", ", unplaced) + ".");
        }
        return Rows.of(OfVersion.class)
                .text("service", view.serviceTitle(), OfVersion::service)
                .text("version", "Version", OfVersion::version)
                .count("recordings", "Recordings", of -> of.sums.get(Counter.RECORDINGS))
                .count("pinsRecordedIn", "Pins recorded in", of -> of.sums.get(Counter.TOLD))
                .count("pins", "Pins", of -> of.sums.pins().count())
                .nanos("pinnedPerHour", "Pinned per hour", of -> FleetView.pinnedPerHour(of.sums))
                .where(of -> of.sums.get(Counter.RECORDED_NANOS) != 0, "")
                .top(20)
                .table("versionOrder", "Versions in their order", versions, notes);
    }

    private static Finding came(Life life) {
        return new Finding(
                "newSite",
                Severity.WARNING,
                life.service() + ": " + life.key().name() + " pins carriers since version " + life.first() + ".",
                "It pinned them for " + Amounts.time(life.site().sum().nanos()) + " in "
                        + Amounts.count(life.site().recordings(), "recording")
                        + "; no recording of an earlier version has it." + firstMissing(life.before.firstMissing)
                        + " Cause: "
                        + String.join("; ", life.site().causes()) + ".",
                life.site().solution());
    }

    private static Finding gone(Life life) {
        return new Finding(
                "goneSite",
                Severity.INFO,
                life.service() + ": " + life.key().name() + " no longer pins carriers since version " + life.gone()
                        + ".",
                "It was last seen in version " + life.last() + "; no recording of a later version has it."
                        + firstMissing(life.after.firstMissing),
                "");
    }

    private static String firstMissing(long recordings) {
        return recordings == 0
                ? ""
                : " " + Amounts.count(recordings) + " of these begin" + (recordings == 1 ? "s" : "")
                        + " with a JVM of JDK 21 to 23: the first pin of such a JVM is recorded too short, and is missing"
                        + " where that makes it shorter than the threshold.";
    }
}
