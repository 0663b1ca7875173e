package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {

    @ParameterizedTest
    @CsvSource({
        "-Xmx1g -jar /opt/app.jar --server -cp x,     app.jar,       /opt/app.jar",
        "-cp a.jar:lib/* com.acme.Main -jar b.jar,    com.acme.Main, a.jar:lib/*",
        "-cp a.jar --class-path=b.jar com.acme.Main,  com.acme.Main, b.jar",
        "--add-opens java.base/java.lang=ALL-UNNAMED -p mods -m shop/com.acme.Main 1, com.acme.Main, ''",
        "--module=shop/com.acme.Main,                 com.acme.Main, ''",
        "--add-modules ALL-SYSTEM @more com.acme.Main, com.acme.Main, ''",
        "Main.java -jar x.jar,                        Main.java,     ''",
        "-version,                                    java,          ''",
        "-jar,                                        java,          ''",
    })
    void theMainClassAndTheClassPathAreFound(String words, String name, String classPath) {
        JavaCommand command = JavaCommand.parse(List.of(words.split(" ", -1)));

        assertThat(command.name()).isEqualTo(name);
        assertThat(String.join(":", command.classPath())).isEqualTo(classPath);
    }

    @ParameterizedTest
    @CsvSource({
        "-jar /opt/shop-app.jar,     shop-app.jar,   true",
        "-jar /opt/shop-app.jar,     shop-app,       true",
        "-jar /opt/shop-app.jar,     /opt/shop-app.jar, true",
        "-jar /opt/shop-app.jar,     shop,           false",
        "com.acme.Main,              com.acme.Main,  true",
        "com.acme.Main,              Main,           true",
        "com.acme.Main,              acme.Main,      false",
        "-m shop/com.acme.Main,      Main,           true",
        "-version,                   java,           false",
    })
    void aUserMayNameItInShort(String words, String word, boolean isCalled) {
        assertThat(JavaCommand.parse(List.of(words.split(" ", -1))).isCalled(word))
                .isEqualTo(isCalled);
    }

    @ParameterizedTest
    @CsvSource({
        "-p mods:lib -m shop/com.acme.Main, mods lib, false",
        "--module-path=mods -cp a.jar Main, mods,     false",
        "-jar app.jar,                      '',       true",
        "-cp app.jar app.jar,               '',       true",
    })
    void theModulePathIsFoundAndWhetherAJarIsStarted(String words, String modulePath, boolean jar) {
        JavaCommand command = JavaCommand.parse(List.of(words.split(" ", -1)));

        assertThat(String.join(" ", command.modulePath())).isEqualTo(modulePath);
        assertThat(command.isOfJar()).isEqualTo(jar);
    }

    @Test
    void relativeEntriesAreOfTheWorkingDirectoryAndTheLastOptionWins() {
        JavaCommand command =
                JavaCommand.parse(List.of("-XX:A=1", "-XX:A=2", "-cp", "/a.jar:lib/*", "Main", "-XX:A=3"));

        assertThat(command.classPath(Path.of("/srv"))).containsExactly("/a.jar", "/srv/lib/*");
        assertThat(command.value("-XX:A")).isEqualTo("2");
        assertThat(command.value("-XX:B")).isNull();
    }
}
