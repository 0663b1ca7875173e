package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/lib/results.sh}: failed and skipped tests are listed by name with their reason. */
class ResultsTest {

    @TempDir
    private Path folder;

    private Machine machine;
    private Path report;

    @BeforeEach
    void write() throws Exception {
        machine = new Machine(folder);
        report = folder.resolve("TEST-x.xml");
        Files.writeString(report, """
                <testsuite name="a.B" tests="7" errors="1" skipped="3" failures="2">
                  <properties><property name="p" value="&lt;skipped"/></properties>
                  <testcase name="good" classname="a.B" time="0.1"/>
                  <testcase name="needs(String)[2]" classname="a.B" time="0.0">
                    <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no JDK: 21
                    	at a.B.needs(B.java:1)
                    ]]></skipped>
                  </testcase>
                  <testcase name="" classname="a.C" time="0.0">
                    <skipped message="not &quot;here&quot; &amp; now"/>
                  </testcase>
                  <testcase name="bare" classname="a.B" time="0.0">
                    <skipped/>
                  </testcase>
                  <testcase name="adds" classname="a.B" time="0.0">
                    <failure message="&#10;expected: &lt;3&gt;&#10;but was: 4" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError:\s
                    ]]></failure>
                    <system-out>/tmp/x</system-out>
                  </testcase>
                  <testcase name="throws" classname="a.B" time="0.0">
                    <error type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException
                    ]]></error>
                  </testcase>
                  <testcase name="" classname="a.D" time="0.0">
                    <failure message="of all" type="x"/>
                  </testcase>
                </testsuite>
                """);
    }

    @Test
    void skippedTestsAreNamedWithTheirReasons() throws Exception {
        assertThat(run("tests_skipped")).isEqualTo("""
                        a.B.needs(String)[2]: Assumption failed: no JDK: 21
                        a.C: not "here" & now
                        a.B.bare: no reason given
                        """);
    }

    @Test
    void failedTestsAreNamedWithTheFirstLineOfTheirMessage() throws Exception {
        assertThat(run("tests_failed")).isEqualTo("""
                        a.B.adds: expected: <3>
                        a.B.throws: java.lang.NullPointerException
                        a.D: of all
                        """);
    }

    @Test
    void allTestsAreCounted() throws Exception {
        assertThat(run("tests_counted")).isEqualTo("7\n");
    }

    private String run(String function) throws Exception {
        return machine.bash("source lib/results.sh; " + function + " " + report).out();
    }
}
