package dev.loomweight.classfiles;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.jvm.JdkPackages;
import dev.loomweight.jvm.JvmNames;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packages of the JDK, against what images of JDKs have, and what a compiler knows of the releases since 11. */
class JdkPackagesTest {

    /** Of complete JDKs of 11 to 21, whose images have modules that those of the tests need not have. */
    private static final Set<String> OF_COMPLETE_JDKS =
            Set.of("com.sun.tools.classfile", "com.sun.tools.sjavac", "jdk.random");

    /** The first of the letters by which the file of a compiler names releases: that of 11. */
    private static final char FIRST_RELEASE = 'B';

    private static final Set<String> PACKAGES = new TreeSet<>();

    @BeforeAll
    static void readImages() throws IOException {
        for (String jdk : Jdks.ALL) {
            PACKAGES.addAll(ofImage(Jdks.home(jdk)));
        }
        PACKAGES.addAll(ofCompiler(Jdks.home("loomweight.jdk.newest")));
    }

    private static Set<String> ofImage(Path home) throws IOException {
        try (FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
                Stream<Path> files = Files.walk(image.getPath("/modules"))) {
            // /modules/MODULE/PACKAGE/CLASS
            return files.filter(file -> file.toString().endsWith(".class") && file.getNameCount() > 3)
                    .map(file ->
                            file.subpath(2, file.getNameCount() - 1).toString().replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> ofCompiler(Path home) throws IOException {
        try (ZipFile known = new ZipFile(home.resolve("lib/ct.sym").toFile())) {
            // RELEASES/MODULE/PACKAGE/CLASS
            return known.stream()
                    .map(entry -> List.of(entry.getName().split("/")))
                    .filter(parts -> parts.size() > 3 && parts.getLast().endsWith(".sig"))
                    .filter(parts -> parts.getFirst().chars().anyMatch(release -> release >= FIRST_RELEASE))
                    .map(parts -> String.join(".", parts.subList(2, parts.size() - 1)))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void whatAnImageHasIsTheJdks() {
        assertThat(PACKAGES).hasSizeGreaterThan(800).allMatch(name -> JvmNames.isJdk(name + ".Some"));
    }

    @Test
    void whatIsListedIsInAnImage() {
        assertThat(JdkPackages.single()).isSubsetOf(PACKAGES);
        assertThat(JdkPackages.roots())
                .filteredOn(root -> !OF_COMPLETE_JDKS.contains(root))
                .allMatch(root -> PACKAGES.stream().anyMatch(name -> (name + ".").startsWith(root + ".")));
    }

    @Test
    void whatLibrariesHaveBesideThemIsNot() {
        assertThat(List.of(
                        "com.sun.mail.smtp.SMTPTransport",
                        "com.sun.activation.registries.MailcapFile",
                        "com.sun.jna.Native",
                        "com.sun.xml.bind.v2.runtime.JAXBContextImpl",
                        "com.sun.xml.ws.client.Stub",
                        "com.sun.xml.messaging.saaj.SOAPExceptionImpl",
                        "com.sun.istack.Pool",
                        "com.sun.codemodel.JClass",
                        "com.sun.tools.xjc.Driver",
                        "com.sun.tools.ws.WsImport",
                        "com.sun.jersey.api.client.Client",
                        "com.sun.faces.lifecycle.LifecycleImpl",
                        "com.sun.el.ExpressionFactoryImpl",
                        "com.sun.enterprise.glassfish.bootstrap.ASMain",
                        "com.sun.grizzly.http.WorkerThread",
                        "com.sun.syndication.io.SyndFeedInput",
                        "com.sun.media.jai.codec.ImageCodec",
                        "com.sun.org.apache.xml.internal.resolver.Catalog",
                        "com.sun.javafx.tk.Toolkit",
                        "com.sunny.Some",
                        "com.sun.nothing.Some",
                        "javax.xml.bind.JAXBContext",
                        "javax.activation.DataHandler",
                        "javax.mail.Transport",
                        "javax.security.auth.message.AuthStatus",
                        "javax.management.j2ee.Management",
                        "javax.transaction.TransactionManager",
                        "jdk.other.Some",
                        "org.w3c.dom.svg.SVGElement",
                        "org.w3c.css.sac.Parser"))
                .noneMatch(JvmNames::isJdk);
    }

    @Test
    void whatTheJvmMakesAtRunTimeIsTheJdks() {
        assertThat(List.of("jdk.proxy2.$Proxy7", "com.sun.proxy.$Proxy7", "java.lang.invoke.LambdaForm$MH/0x12"))
                .allMatch(JvmNames::isJdk);
    }
}
