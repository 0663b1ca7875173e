package dev.loomweight.sample;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of JDKs, such as {@code 21.0.8}, and of what is counted like these. */
public final class JdkVersions {

    /** The older first: numbers as numbers, so that 9 comes before 21, and {@code 2.0-rc1} before {@code 2.0}. */
    public static final Comparator<String> ORDER = JdkVersions::compare;

    private static final Pattern PART = Pattern.compile("\\d+|[A-Za-z]+");

    private static final Pattern FEATURE = Pattern.compile("^(?:1\\.)?(\\d{1,4})");

    private JdkVersions() {}

    /** The feature version, such as 21 of {@code 21.0.8+9-LTS} and 8 of {@code 1.8.0_392}; 0 where there is none. */
    public static int feature(String version) {
        Matcher number = FEATURE.matcher(version);
        return number.find() ? Integer.parseInt(number.group(1)) : 0;
    }

    /** A version without its build: {@code 21.0.8} of {@code 21.0.8+9-LTS}, as {@code java.vm.version} names it. */
    public static String withoutBuild(String version) {
        return version.replaceFirst("\\+.*", "");
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
            return left.compareTo(right);
        }
        String next = longer > 0 ? lefts.get(rights.size()) : rights.get(lefts.size());
        return Character.isDigit(next.charAt(0)) ? longer : -longer;
    }

    private static List<String> parts(String version) {
        String plain = version.startsWith("v") || version.startsWith("V") ? version.substring(1) : version;
        return PART.matcher(plain).results().map(MatchResult::group).toList();
    }
}
