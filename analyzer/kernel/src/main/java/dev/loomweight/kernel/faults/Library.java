package dev.loomweight.kernel.faults;

import dev.loomweight.classfiles.Archive;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A library that is known to block inside of a monitor, and what is known of newer releases.
 *
 * @param name what people call it
 * @param packages the prefixes of its classes
 * @param artifacts what its jar is called, without the version
 * @param from the first release that has the fault, inclusive; empty where all before {@code fixedIn} have it
 * @param fixedIn the release that its maintainers changed for virtual threads, or an empty string where none is known
 * @param with the releases of other libraries without which that one is not enough, such as {@code httpcore5 5.3}; empty
 *     where it is
 * @param open whether it is known that no release up to the day of reading has been changed
 * @param note what is known where no such release is: a sentence without its full stop
 * @param sources a release note, a pull request or what its maintainers said
 */
public record Library(
        String name,
        List<String> packages,
        List<String> artifacts,
        String from,
        String fixedIn,
        String with,
        boolean open,
        String note,
        Sources sources) {

    /**
     * What tells of a fault.
     *
     * @param addresses of issues, changes and release notes, the most telling first
     * @param read when they were read
     */
    public record Sources(List<String> addresses, LocalDate read) {

        public Sources {
            addresses = List.copyOf(addresses);
        }

        /** The most telling address. */
        public String first() {
            return addresses.getFirst();
        }

        /** That address, and when it was read. */
        public String words() {
            return first() + ", read on " + read;
        }
    }

    public Library {
        packages = List.copyOf(packages);
        artifacts = List.copyOf(artifacts);
    }

    /** Whether a class is of it, by its name. */
    public boolean has(String className) {
        return packages.stream().anyMatch(className::startsWith);
    }

    /**
     * Its version, by what says it of this library and not of a jar that others were merged into as well.
     *
     * @return an empty string where it is not known
     */
    public String version(@Nullable Archive jar) {
        if (jar == null) {
            return "";
        }
        for (Archive.Artifact artifact : jar.artifacts()) {
            if (artifacts.contains(artifact.name())) {
                return artifact.version();
            }
        }
        for (String artifact : artifacts) {
            if (jar.file().matches(Pattern.quote(artifact) + "-\\d.*\\.jar")) {
                return jar.file().substring(artifact.length() + 1, jar.file().length() - ".jar".length());
            }
        }
        boolean itsOwn = packages.stream().anyMatch(prefix -> (jar.module() + ".").startsWith(prefix));
        return itsOwn ? jar.version() : "";
    }

    /**
     * Whether a version has the fault, by {@link #from} and by the release that its maintainers changed; unknown also where
     * the version and that release differ in words alone.
     */
    public Affected affected(String version) {
        Release other = Release.of(version);
        Release fixed = Release.of(fixedIn);
        if (!other.isKnown() || !fixed.isKnown()) {
            return Affected.UNKNOWN;
        }
        if (!from.isEmpty() && other.compareNumbers(Release.of(from)) < 0) {
            return Affected.NO;
        }
        int order = other.compareNumbers(fixed);
        if (order != 0) {
            return order < 0 ? Affected.YES : Affected.NO;
        }
        // 5.4-alpha1 comes before 5.4, 12.4.jre11 does not.
        return other.rest().isEmpty() || other.rest().startsWith(".jre") ? Affected.NO : Affected.UNKNOWN;
    }

    /** The release that was changed, with what it needs: {@code 5.4 (with httpcore5 5.3)}; empty where none is known. */
    public String fix() {
        return with.isEmpty() ? fixedIn : fixedIn + " (with " + with + ")";
    }

    /** The versions that have the fault, in words. */
    String words() {
        return name
                + (from.isEmpty() ? "" : " " + from + (fixedIn.isEmpty() ? " and later" : " to"))
                + (fixedIn.isEmpty() ? "" : " before " + fixedIn);
    }

    /** Whether a version of a JDK or a library has a fault. */
    public enum Affected {
        YES,
        NO,
        /** The version is not known, or it depends on the vendor, or on what is not known of the fix. */
        UNKNOWN
    }
}
