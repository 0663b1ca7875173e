package dev.loomweight.classfiles;

import dev.loomweight.jvm.JvmNames;
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
 * @param vendor who its manifest says made it ({@code Implementation-Vendor-Id}), or an empty string
 * @param at its path, as messages name it; of a nested jar, after that of the fat jar and an exclamation mark
 */
public record Archive(
        Kind kind, String file, String module, String version, List<Artifact> artifacts, String vendor, String at) {

    /** Kinds of places that class files are in. */
    public enum Kind {
        /**
         * A directory of class files, or what a fat jar, a war or a layout such as Quarkus's has for the application's
         * own.
         */
        CLASSES,
        /** A jar, or a module of an image that is none of the JDK's. */
        JAR,
        /** The JDK. */
        JDK
    }

    /**
     * What a {@code pom.properties} names.
     *
     * @param group its group, such as {@code org.postgresql}; may be empty
     * @param name the artifact, without its group
     * @param version its version
     */
    public record Artifact(String group, String name, String version) {

        /** The artifact with its version, as its jar would be called: {@code postgresql-42.5.4}. */
        public String words() {
            return name + "-" + version;
        }
    }

    public Archive {
        artifacts = List.copyOf(artifacts);
    }

    static Archive of(Kind kind, String file) {
        return new Archive(kind, file, "", "", List.of(), "", file);
    }

    /**
     * A module of a JDK's image. {@code jlink} also puts the modules of applications and libraries into one.
     *
     * @param at its path, as messages name it
     */
    static Archive ofModule(String name, String at) {
        return JvmNames.isJdkModule(name)
                ? of(Kind.JDK, name)
                : new Archive(Kind.JAR, "module " + name, name, "", List.of(), "", at);
    }

    /** The same, taken for the application's own. */
    Archive asClasses() {
        return new Archive(Kind.CLASSES, file, module, version, artifacts, vendor, at);
    }
}
