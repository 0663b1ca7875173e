package dev.loomweight.kernel.faults;

/**
 * The numbers that a version begins with, which decide which of two versions is older: {@code 25.0.3} of
 * {@code 25.0.3+9-LTS}, {@code 5.4} of {@code 5.4-alpha1}.
 */
final class Release {

    private final String version;
    private final int end;

    private Release(String version) {
        this.version = version;
        this.end = endOfNumbers(version);
    }

    static Release of(String version) {
        return new Release(version);
    }

    /** Whether it begins with a number: otherwise it cannot be compared. */
    boolean isKnown() {
        return end > 0;
    }

    /** The first of its numbers, such as the feature release of a JDK; -1 where it has none. */
    long feature() {
        return isKnown() ? part(version.substring(0, end).split("\\.", -1), 0) : -1;
    }

    /** The order of their numbers; those that one of both does not have count as 0. */
    int compareNumbers(Release other) {
        String[] left = version.substring(0, end).split("\\.", -1);
        String[] right = other.version.substring(0, other.end).split("\\.", -1);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Long.compare(part(left, i), part(right, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** What stands after its numbers, such as {@code -alpha1}; empty where nothing does. */
    String rest() {
        return version.substring(end);
    }

    // Of numbers with dots between them, at the beginning; 0 where there are none.
    private static int endOfNumbers(String version) {
        int end = 0;
        int at = 0;
        while (at < version.length() && isDigit(version.charAt(at))) {
            while (at < version.length() && isDigit(version.charAt(at))) {
                at++;
            }
            end = at;
            if (at < version.length() && version.charAt(at) == '.') {
                at++;
            }
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static long part(String[] parts, int i) {
        return i < parts.length && parts[i].length() < 18 ? Long.parseLong(parts[i]) : 0;
    }
}
