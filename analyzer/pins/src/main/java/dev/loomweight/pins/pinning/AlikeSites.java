package dev.loomweight.pins.pinning;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What sets sites apart that read alike: those of one name, cause and blocking call can differ in the class that is
 * loaded, in the frame that holds, in what holds further out.
 */
final class AlikeSites {

    private static final List<Function<PinSite, String>> DIFFERENCES = List.of(
            AlikeSites::detail,
            AlikeSites::holder,
            AlikeSites::lock,
            AlikeSites::caller,
            AlikeSites::outer,
            AlikeSites::event);

    // In the order in which they are tried: with short names where these suffice.
    private static final List<Function<PinSite, String>> SHORT_FIRST = List.of(
            site -> simpleName(detail(site)),
            AlikeSites::detail,
            AlikeSites::holder,
            AlikeSites::lock,
            AlikeSites::caller,
            site -> outerHolders(site, CodePlace::shortName),
            AlikeSites::outer,
            AlikeSites::event);

    private final IdentityHashMap<PinSite, String> clauses = new IdentityHashMap<>();

    private AlikeSites() {}

    private static String detail(PinSite site) {
        return site.first().detail();
    }

    private static String holder(PinSite site) {
        return clause("held by ", CodePlace.methodOf(site.first().frame()));
    }

    private static String lock(PinSite site) {
        return clause("on ", site.first().lock());
    }

    private static String caller(PinSite site) {
        return clause("called by ", CodePlace.methodOf(site.first().caller()));
    }

    private static String outer(PinSite site) {
        return outerHolders(site, CodePlace::method);
    }

    private static String event(PinSite site) {
        return "recorded as " + site.event().eventType();
    }

    /** Some sites, which are compared with each other. */
    static AlikeSites of(List<PinSite> sites) {
        Map<List<String>, List<PinSite>> alike = new LinkedHashMap<>();
        for (PinSite site : sites) {
            List<String> read = List.of(site.site().name(), site.site().blocker(), why(site));
            alike.computeIfAbsent(read, key -> new ArrayList<>()).add(site);
        }
        AlikeSites all = new AlikeSites();
        alike.values().stream().filter(group -> group.size() > 1).forEach(all::add);
        return all;
    }

    /** Why a site pins, in words. */
    static String why(PinSite site) {
        List<String> words = new ArrayList<>();
        for (PinCause cause : site.causes()) {
            if (!words.contains(cause.kind().words())) {
                words.add(cause.kind().words());
            }
        }
        return String.join(" in ", words);
    }

    /** The first difference that is one between all of them, or else all there are. */
    private void add(List<PinSite> group) {
        for (Function<PinSite, String> difference : SHORT_FIRST) {
            if (distinct(group, difference) == group.size()) {
                group.forEach(site -> clauses.put(site, difference.apply(site)));
                return;
            }
        }
        for (PinSite site : group) {
            clauses.put(
                    site,
                    String.join(
                            ", ",
                            DIFFERENCES.stream()
                                    .filter(difference -> distinct(group, difference) > 1)
                                    .map(difference -> difference.apply(site))
                                    .filter(words -> !words.isEmpty())
                                    .toList()));
        }
    }

    private static int distinct(List<PinSite> group, Function<PinSite, String> difference) {
        Set<String> words = new HashSet<>();
        group.forEach(site -> words.add(difference.apply(site)));
        return words.size();
    }

    // Of a class; other details are clauses.
    private static String simpleName(String detail) {
        return detail.indexOf(' ') < 0 ? detail.substring(detail.lastIndexOf('.') + 1) : detail;
    }

    private static String outerHolders(PinSite site, Function<CodePlace, String> name) {
        List<String> names = new ArrayList<>();
        for (PinCause cause : site.causes().subList(1, site.causes().size())) {
            if (cause.frame() != null) {
                names.add(name.apply(cause.frame()));
            }
        }
        return clause("inside ", String.join(", ", names));
    }

    private static String clause(String before, @Nullable String words) {
        return words == null || words.isEmpty() ? "" : before + words;
    }

    /** What sets a site apart from those that read alike, in brackets after a space; empty where none does. */
    String after(PinSite site) {
        String clause = clauses.getOrDefault(site, "");
        return clause.isEmpty() ? "" : " (" + clause + ")";
    }

    /** A sentence about a site, with what sets it apart. */
    String in(String sentence, PinSite site) {
        String clause = after(site);
        return clause.isEmpty() || !sentence.endsWith(".")
                ? sentence
                : sentence.substring(0, sentence.length() - 1) + clause + ".";
    }
}
