package dev.loomweight.fleet;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Which version came first: by their numbers where all have some ({@code 1.9} before {@code 1.10}, {@code 2.0-rc1} before
 * {@code 2.0}), and else, as for commits, by when the first recording of each began.
 */
final class VersionOrder {

    private static final Pattern NUMBERED = Pattern.compile("[vV]?\\d{1,18}([._]\\d{1,18})*([-+._].*)?");
    private static final Pattern PART = Pattern.compile("\\d+|[A-Za-z]+");

    private VersionOrder() {}

    /**
     * The order of some versions.
     *
     * @param began when the first recording of each began, in nanoseconds since 1970
     */
    static Comparator<String> of(Map<String, Long> began) {
        if (isByNumber(began.keySet())) {
            return Comparator.<String, String>comparing(version -> version, VersionOrder::compare)
                    .thenComparing(Comparator.naturalOrder());
        }
        return Comparator.comparing((String version) -> began.getOrDefault(version, Long.MAX_VALUE))
                .thenComparing(Comparator.naturalOrder());
    }

    /** Whether all of some versions have numbers. */
    static boolean isByNumber(Collection<String> versions) {
        return versions.stream().allMatch(version -> NUMBERED.matcher(version).matches());
    }

    private static int compare(String left, String right) {
        List<String> lefts = parts(left);
        List<String> rights = parts(right);
        for (int i = 0; i < Math.min(lefts.size(), rights.size()); i++) {
            String one = lefts.get(i);
            String other = rights.get(i);
            boolean number = Character.isDigit(one.charAt(0));
            boolean numbers = number && Character.isDigit(other.charAt(0));
            int order = numbers
                    ? new BigInteger(one).compareTo(new BigInteger(other))
                    // A word, as in 2.0-rc1, comes before a number and before nothing.
                    : number == Character.isDigit(other.charAt(0)) ? one.compareTo(other) : number ? 1 : -1;
            if (order != 0) {
                return order;
            }
        }
        int longer = Integer.compare(lefts.size(), rights.size());
        if (longer == 0) {
            return 0;
        }
        String next = longer > 0 ? lefts.get(rights.size()) : rights.get(lefts.size());
        return Character.isDigit(next.charAt(0)) ? longer : -longer;
    }

    private static List<String> parts(String version) {
        String plain = version.startsWith("v") || version.startsWith("V") ? version.substring(1) : version;
        return PART.matcher(plain).results().map(MatchResult::group).toList();
    }
}
