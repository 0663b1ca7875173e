package dev.loomweight.sample;

import java.util.Comparator;

/** Versions of JDKs, such as {@code 21.0.8}. */
public final class JdkVersions {

    /** The older first: numbers as numbers, so that 9 comes before 21. */
    public static final Comparator<String> ORDER = JdkVersions::compare;

    private JdkVersions() {}

    /** A version without its build: {@code 21.0.8} of {@code 21.0.8+9-LTS}, as {@code java.vm.version} names it. */
    public static String withoutBuild(String version) {
        return version.replaceFirst("\\+.*", "");
    }

    private static int compare(String left, String right) {
        String[] lefts = left.split("\\.", -1);
        String[] rights = right.split("\\.", -1);
        for (int i = 0; i < Math.min(lefts.length, rights.length); i++) {
            int order = Integer.compare(lefts[i].length(), rights[i].length());
            order = order == 0 ? lefts[i].compareTo(rights[i]) : order;
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(lefts.length, rights.length);
    }
}
