package dev.loomweight.bytecode;

import java.util.List;

/**
 * What a class file was found in, and what that says of itself.
 *
 * @param kind what it is
 * @param file its name without a directory, such as {@code postgresql-42.5.4.jar}; that of the nested jar in a fat jar
 * @param module the name that its manifest gives it ({@code Bundle-SymbolicName} or {@code Automatic-Module-Name}), or an
 *     empty string
 * @param version the version that its manifest gives it ({@code Implementation-Version} or {@code Bundle-Version}), or an
 *     empty string. A jar that several were merged into has the version of one
 * @param artifacts what Maven's files in it name; several in a jar that several were merged into
 */
public record Archive(Kind kind, String file, String module, String version, List<Artifact> artifacts) {

    /** Kinds of places that class files are in. */
    public enum Kind {
        /** A directory of class files, or the directory that a fat jar or war has for the application's own. */
        CLASSES,
        /** A jar. */
        JAR,
        /** The JDK. */
        JDK
    }

    /**
     * What a {@code pom.properties} names.
     *
     * @param name the artifact, without its group
     * @param version its version
     */
    public record Artifact(String name, String version) {}

    public Archive {
        artifacts = List.copyOf(artifacts);
    }

    static Archive of(Kind kind, String file) {
        return new Archive(kind, file, "", "", List.of());
    }
}
