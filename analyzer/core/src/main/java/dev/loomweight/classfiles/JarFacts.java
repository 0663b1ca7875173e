package dev.loomweight.classfiles;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.jar.Attributes;

/** Reads what a jar says of itself: its manifest, and what Maven's files in it name. */
final class JarFacts {

    /** The end of the path of a file that Maven puts into jars, one for each artifact in it. */
    static final String MAVEN = "/pom.properties";

    // A jar that many were merged into; more say nothing more.
    private static final int MAX_ARTIFACTS = 500;

    private JarFacts() {}

    static Archive read(String name, Attributes manifest, ZipIndex index) {
        return new Archive(
                Archive.Kind.JAR,
                name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1),
                first(manifest, "Bundle-SymbolicName", "Automatic-Module-Name").replaceFirst(";.*", ""),
                first(manifest, "Implementation-Version", "Bundle-Version"),
                artifacts(index),
                first(manifest, "Implementation-Vendor-Id", "Implementation-Vendor-Id"),
                name);
    }

    private static String first(Attributes manifest, String name, String other) {
        String value = manifest.getValue(name);
        String found = value == null || value.isBlank() ? manifest.getValue(other) : value;
        return found == null ? "" : found.strip();
    }

    private static List<Archive.Artifact> artifacts(ZipIndex index) {
        List<Archive.Artifact> artifacts = new ArrayList<>();
        for (String entry : index.names()) {
            if (entry.startsWith("META-INF/maven/") && entry.endsWith(MAVEN) && artifacts.size() < MAX_ARTIFACTS) {
                Properties properties = new Properties();
                try {
                    byte[] content = index.content(entry);
                    properties.load(new ByteArrayInputStream(content == null ? new byte[0] : content));
                } catch (IOException | IllegalArgumentException e) {
                    // A version that cannot be read is not known; the class files are what matters.
                    continue;
                }
                String group = properties.getProperty("groupId", "");
                String artifact = properties.getProperty("artifactId", "");
                String version = properties.getProperty("version", "");
                if (!artifact.isEmpty() && !version.isEmpty()) {
                    artifacts.add(new Archive.Artifact(group, artifact, version));
                }
            }
        }
        return artifacts;
    }
}
