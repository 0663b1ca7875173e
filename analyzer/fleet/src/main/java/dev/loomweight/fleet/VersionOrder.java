package dev.loomweight.fleet;

import dev.loomweight.sample.JdkVersions;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which version came first: by their numbers where all have some ({@code 1.9} before {@code 1.10}, {@code 2.0-rc1} before
 * {@code 2.0}), and else, as for commits, by when the first recording of each began.
 */
final class VersionOrder {

    private static final Pattern NUMBERED = Pattern.compile("[vV]?\\d{1,18}([._]\\d{1,18})*([-+._].*)?");

    private VersionOrder() {}

    /**
     * The order of some versions.
     *
     * @param began when the first recording of each began, in nanoseconds since 1970
     */
    static Comparator<String> of(Map<String, Long> began) {
        if (isByNumber(began.keySet())) {
            return JdkVersions.ORDER;
        }
        return Comparator.comparing((String version) -> began.getOrDefault(version, Long.MAX_VALUE))
                .thenComparing(Comparator.naturalOrder());
    }

    /** Whether all of some versions have numbers. */
    static boolean isByNumber(Collection<String> versions) {
        return versions.stream().allMatch(version -> NUMBERED.matcher(version).matches());
    }
}
