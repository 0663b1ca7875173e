package dev.loomweight.kernel.faults;

import dev.loomweight.kernel.faults.Library.Affected;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a JDK or a library that have a fault: from one, until the one that fixes it.
 *
 * @param from the first that has it, inclusive; empty for all that are older than {@code fixed}
 * @param fixed the first that does not have it; empty where none is known
 * @param last the last of which it is known that it has it, where it is not known which release fixed it; else empty
 * @param vendors the first that does not have it, of vendors that fixed it in another release; by a part of their name
 */
record Builds(String from, String fixed, String last, Map<String, String> vendors) {

    Builds {
        vendors = Map.copyOf(vendors);
    }

    /** Whether a build is in one of some ranges; all are, where there are no ranges. */
    static Affected of(List<Builds> ranges, Build build) {
        if (!Release.of(build.version()).isKnown()) {
            return Affected.UNKNOWN;
        }
        Affected affected = Affected.NO;
        for (Builds range : ranges) {
            Affected one = range.of(build);
            affected = one == Affected.YES || affected == Affected.NO ? one : affected;
            if (affected == Affected.YES) {
                return affected;
            }
        }
        return affected;
    }

    private Affected of(Build build) {
        Release version = Release.of(build.version());
        if (!from.isEmpty() && version.compareNumbers(Release.of(from)) < 0) {
            return Affected.NO;
        }
        if (!fixed.isEmpty() && version.compareNumbers(Release.of(fixed)) >= 0) {
            return Affected.NO;
        }
        if (!last.isEmpty() && version.compareNumbers(Release.of(last)) > 0) {
            return version.feature() == Release.of(last).feature() ? Affected.UNKNOWN : Affected.NO;
        }
        return ofVendor(version, build.vendor());
    }

    private Affected ofVendor(Release version, String vendor) {
        boolean mayBe = false;
        for (Map.Entry<String, String> other : vendors.entrySet()) {
            boolean hasFix = version.compareNumbers(Release.of(other.getValue())) >= 0;
            if (hasFix && vendor.contains(other.getKey())) {
                return Affected.NO;
            }
            mayBe |= hasFix && vendor.isEmpty();
        }
        return mayBe ? Affected.UNKNOWN : Affected.YES;
    }

    /** The release that fixes it for who has a version: of its own feature release, else the first of all; null for none. */
    static @Nullable String fixFor(List<Builds> ranges, String version) {
        String first = null;
        for (Builds range : ranges) {
            if (range.fixed.isEmpty()) {
                continue;
            }
            if (Release.of(range.fixed).feature() == Release.of(version).feature()) {
                return range.fixed;
            }
            first = first == null ? range.fixed : first;
        }
        return first;
    }

    /** The range in words: {@code 25 to before 25.0.3}. */
    String words() {
        String begin = from.isEmpty() ? "all" : from;
        String words = !fixed.isEmpty()
                ? (from.isEmpty() ? "before " : begin + " to before ") + fixed
                : !last.isEmpty() ? (last.equals(from) ? begin : begin + " to " + last) : begin + " and later";
        StringBuilder all = new StringBuilder(words);
        vendors.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(vendor -> all.append(" (")
                        .append(vendor.getKey())
                        .append(": before ")
                        .append(vendor.getValue())
                        .append(')'));
        return all.toString();
    }
}
