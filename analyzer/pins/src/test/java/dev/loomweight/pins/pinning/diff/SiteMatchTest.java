package dev.loomweight.pins.pinning.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.kernel.stacks.StackMethods;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.OfStack;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which sites of two recordings are one, by sites whose stacks are the letters of their methods. */
class SiteMatchTest {

    @Test
    void undecidedStacksCountOneByOneAgainstAKnownHolder() {
        Site unknown = site(null, "P", undecided("PA", 2), undecided("PB", 3), undecided("PC", 4));
        Site a = site("A", "P", decided("PA", 20));
        Site b = site("B", "P", decided("PB", 30));
        Site d = site("D", "P", decided("PD", 50));

        assertThat(words(List.of(unknown), List.of(a, b, d)))
                .containsExactlyInAnyOrder(
                        "P 2 -> A 20 BEFORE_UNDECIDED",
                        "P 3 -> B 30 BEFORE_UNDECIDED",
                        "- -> D 50 DECIDED",
                        "P 4 -> - DECIDED");
        assertThat(words(List.of(a, b, d), List.of(unknown)))
                .containsExactlyInAnyOrder(
                        "A 20 -> P 2 AFTER_UNDECIDED",
                        "B 30 -> P 3 AFTER_UNDECIDED",
                        "D 50 -> - DECIDED",
                        "- -> P 4 DECIDED");
    }

    @Test
    void aHolderThatWasDecidedIsNotTheSame() {
        Site outer = site("B", "P", decided("PAB", 2));
        Site inner = site("A", "P", decided("PAB", 3));

        assertThat(words(List.of(outer), List.of(inner)))
                .as("both were sure")
                .containsExactlyInAnyOrder("B 2 -> - DECIDED", "- -> A 3 DECIDED");
        Site unsure = site("B", "P", new OfStack(methods("PAB"), new Sum(2, 2, 2), List.of("A")));
        assertThat(words(List.of(unsure), List.of(inner)))
                .as("an inner block that is not decided")
                .containsExactly("B 2 -> A 3 BEFORE_UNDECIDED");
        assertThat(words(List.of(inner), List.of(unsure))).containsExactly("A 3 -> B 2 AFTER_UNDECIDED");
    }

    @Test
    void ifEachLeavesOpenTheOthersTheyAreOne() {
        Site outer = site("B", "P", new OfStack(methods("PAB"), new Sum(2, 2, 2), List.of("A")));
        Site inner = site("A", "P", new OfStack(methods("PAB"), new Sum(3, 3, 3), List.of("B")));

        assertThat(words(List.of(outer), List.of(inner))).containsExactly("B 2 -> A 3 AFTER_UNDECIDED");
    }

    @Test
    void oneStackOfTwoPossibleHoldersIsComparedWithBothTogether() {
        Site unknown = site(null, "P", undecided("PAB", 10));
        Site inner = site("A", "P", decided("PAB", 7));
        Site outer = site("B", "P", decided("PAB", 4));

        assertThat(words(List.of(unknown), List.of(inner, outer))).containsExactly("P 10 -> A 7 B 4 BEFORE_UNDECIDED");
    }

    @Test
    void aNewSiteDoesNotHideAmongUnknownOnes() {
        Site before = site(null, "P", undecided("PA", 9), undecided("PBC", 9));
        Site after = site(null, "P", undecided("PA", 1), undecided("PC", 2), undecided("PD", 3));

        assertThat(words(List.of(before), List.of(after)))
                .as("C may have been a holder before, D was on no stack")
                .containsExactlyInAnyOrder("P 18 -> P 3 DECIDED", "- -> P 3 NEW_UNDECIDED");
    }

    private static List<String> words(List<Site> before, List<Site> after) {
        return SiteMatch.between(census(before), census(after)).stream()
                .map(match -> words(match.before() == null ? List.of() : List.of(match.before())) + " -> "
                        + words(match.after()) + " " + match.fit())
                .map(words -> words.replace("  ", " "))
                .toList();
    }

    /** Holder and number of pins. */
    private static String words(List<Site> sites) {
        return sites.isEmpty()
                ? "-"
                : String.join(
                        " ",
                        sites.stream()
                                .map(site ->
                                        site.key().holder() + " " + site.sum().count())
                                .toList());
    }

    private static PinCensus census(List<Site> sites) {
        return new PinCensus(sites, List.of(), Duration.ofSeconds(1), true);
    }

    private static OfStack undecided(String methods, long count) {
        return new OfStack(methods(methods), new Sum(count, count, count), List.of(methods.split("")));
    }

    private static OfStack decided(String methods, long count) {
        return new OfStack(methods(methods), new Sum(count, count, count), List.of());
    }

    private static StackMethods methods(String letters) {
        return new StackMethods("jdk.VirtualThreadPinned", List.of(letters.split("")), false);
    }

    private static Site site(@Nullable String holder, String place, OfStack... stacks) {
        String name = holder == null ? place : holder;
        return new Site(
                new SiteKey(name, name, "sleep"),
                List.of(holder == null ? "unknown" : "synchronizedBlock"),
                "",
                true,
                Arrays.stream(stacks).map(OfStack::sum).reduce(Sum.NONE, Sum::plus),
                new Site.Words(null, "", ""),
                holder != null,
                List.of(stacks),
                List.of(),
                SlicedSpread.UNKNOWN,
                Map.of());
    }
}
