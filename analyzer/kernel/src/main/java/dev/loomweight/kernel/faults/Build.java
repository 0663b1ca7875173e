package dev.loomweight.kernel.faults;

/**
 * What runs the process.
 *
 * @param version of the JDK, such as {@code 25.0.3+9-LTS}; empty where it is not known
 * @param vendor who built it, such as {@code Eclipse Adoptium}; empty where that is not known
 */
public record Build(String version, String vendor) {

    /** A JDK of which only the version may be known. */
    public static Build of(String version) {
        return new Build(version, "");
    }

    /** The feature release of the JDK, such as 25; -1 where its version is not known. */
    public long feature() {
        return Release.of(version).feature();
    }
}
